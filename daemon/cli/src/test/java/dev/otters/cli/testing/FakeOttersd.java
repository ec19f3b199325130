package dev.otters.cli.testing;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentList;
import dev.otters.api.system.Credentials;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A daemon in a process of its own: answers for {@code $OTTERS_HOME} until it is killed. */
public final class FakeOttersd {
  private FakeOttersd() {}

  /** Counts the start in a file, writes credentials, listens. */
  public static void main(String[] words) throws Exception {
    Path home = Path.of(System.getenv("OTTERS_HOME"));
    Files.writeString(
        home.resolve("starts"),
        words[0] + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    Files.writeString(home.resolve("pid"), String.valueOf(ProcessHandle.current().pid()));
    Files.writeString(
        home.resolve("credentials.json"),
        Json.write(new Credentials("unix://" + home.resolve("otters.sock"), "t", null)));
    try (FakeDaemon daemon = new FakeDaemon(home.resolve("otters.sock"))) {
      daemon.answer("GET /v1/agents", new AgentList(List.of()));
      new CountDownLatch(1).await();
    }
  }
}
