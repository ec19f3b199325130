package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gated tools in Docker, and the main cases on each engine. */
@Tag("docker")
class GatedToolsTest extends GatedTools {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void theCallRunsOnceItIsAllowedAndSeesTheFilesOfTheAgent() {
    super.theCallRunsOnceItIsAllowedAndSeesTheFilesOfTheAgent();
  }

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void noShellReachesTheTool() throws IOException {
    super.noShellReachesTheTool();
  }
}
