package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Hostile workspaces, on bubblewrap. */
@Tag("bubblewrap")
class BubblewrapHostileWorkspaceTest extends HostileWorkspace {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
