package dev.otters.agents.wire;

import dev.otters.protocol.Answer;
import dev.otters.protocol.StopReason;
import dev.otters.protocol.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * A daemon in a process of its own, with several agents that each have a message. It prints their
 * tokens, and says when requests of all agents but one wait for memory. The model answers once the
 * daemon has read a line.
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
      kit.model.answer =
          Optional.of(new Answer.Completion("two", List.of(), StopReason.END_TURN, Usage.NONE));
      kit.model.go = new CountDownLatch(1);
      for (int i = 0; i < agents; i++) {
        UUID agent = UUID.randomUUID();
        Path place = Files.createDirectory(socket(folder, i).getParent());
        kit.wire.open(agent, place, kit.id("unix:uid"), kit.id("unix:gid"));
        kit.sessions.service().appendUserMessage(agent, kit.session, "m", "hello", tx -> {});
        System.out.println("token " + kit.tokens.forNewSandbox(agent));
      }
      while (kit.wire.services.requests().waiting() < agents - 1) {
        Thread.onSpinWait();
      }
      System.out.println("crowded");
      while (System.in.read() >= 0) {
        kit.model.go.countDown();
      }
    }
  }
}
