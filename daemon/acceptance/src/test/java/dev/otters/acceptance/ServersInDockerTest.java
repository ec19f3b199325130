package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** MCP servers in containers, and the main case on each engine. */
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

  @Override
  @Test
  @Tag("engine20")
  @Tag("podman")
  void aServerHasItsOwnFilesAndEndsWithItsAgentOrItsDaemon() {
    super.aServerHasItsOwnFilesAndEndsWithItsAgentOrItsDaemon();
  }
}
