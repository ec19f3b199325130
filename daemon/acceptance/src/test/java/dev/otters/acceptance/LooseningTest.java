package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agentfiles that ask for more than the profile gives, in Docker, and main cases on Podman. */
@Tag("docker")
class LooseningTest extends Loosening {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  @Test
  @Tag("podman")
  void aToolHasNoPowers() {
    super.aToolHasNoPowers();
  }

  @Override
  @Test
  @Tag("podman")
  void labelsChangeNoRight() {
    super.labelsChangeNoRight();
  }
}
