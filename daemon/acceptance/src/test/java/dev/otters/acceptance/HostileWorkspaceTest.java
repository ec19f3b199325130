package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Hostile workspaces, on Docker. */
@Tag("docker")
class HostileWorkspaceTest extends HostileWorkspace {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }
}
