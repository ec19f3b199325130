package dev.otters.agents.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A daemon in a process of its own, with several agents that each have a message. It prints their
 * tokens, and ends with its parent.
 */
final class CrowdedDaemon {
  private CrowdedDaemon() {}

  static Path socket(Path folder, int agent) {
    return folder.resolve("a" + agent).resolve(WireServer.SOCKET);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    int agents = Integer.parseInt(args[1]);
    try (WireKit kit = new WireKit(folder)) {
      for (int i = 0; i < agents; i++) {
        UUID agent = UUID.randomUUID();
        Path place = Files.createDirectory(socket(folder, i).getParent());
        kit.wire.open(agent, place, kit.id("unix:uid"), kit.id("unix:gid"));
        kit.sessions.service().appendUserMessage(agent, kit.session, "m", "hello", tx -> {});
        System.out.println("token " + kit.tokens.forNewSandbox(agent));
      }
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    }
  }
}
