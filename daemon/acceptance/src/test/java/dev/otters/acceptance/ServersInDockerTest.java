package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** MCP servers in containers. */
@Tag("docker")
class ServersInDockerTest extends ServersInSandboxes {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  long servers() {
    return otters.containers().stream()
        .filter(it -> "tool".equals(it.getLabels().get("io.openotters.purpose")))
        .count();
  }
}
