package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Agentfiles that ask for more than the profile gives, in Docker, and the main cases on each
 * engine.
 */
@Tag("docker")
class LooseningTest extends Loosening {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void aToolHasNoPowers() {
    super.aToolHasNoPowers();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void labelsChangeNoRight() {
    super.labelsChangeNoRight();
  }
}
