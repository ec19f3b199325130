package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** MCP servers in bubblewrap. */
@Tag("bubblewrap")
class ServersInBubblewrapTest extends ServersInSandboxes {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @Override
  long servers() {
    return runs();
  }
}
