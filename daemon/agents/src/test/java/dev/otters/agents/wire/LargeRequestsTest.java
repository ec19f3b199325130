package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.home.TalkingProgram;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that together send more than the daemon's heap holds. */
@Timeout(120)
class LargeRequestsTest {
  private static final int AGENTS = 4;
  private static final int REQUESTS = 64;
  private static final String TEXT = "x".repeat(Protocol.MAX_LINE_BYTES - 1000);

  @TempDir Path folder;
  @AutoClose private TalkingProgram daemon;

  @BeforeEach
  void start() throws IOException {
    daemon =
        TalkingProgram.start(64, CrowdedDaemon.class, folder.toString(), Integer.toString(AGENTS));
  }

  @Test
  void largeRequestsOfManyAgentsAreHandledInLittleMemory() throws IOException {
    List<RuntimeClient> clients = new ArrayList<>();
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Integer>> refused = new ArrayList<>();
      for (int agent = 0; agent < AGENTS; agent++) {
        RuntimeClient client = connect(agent);
        clients.add(client);
        Activation turn = WireKit.lease(client);
        refused.add(CompletableFuture.supplyAsync(() -> refused(client, turn), senders));
      }
      for (var count : refused) {
        assertThat(RuntimeClient.await(count)).isEqualTo(REQUESTS);
      }
      for (RuntimeClient client : clients) {
        assertThatCode(() -> client.call(new Call.Ready(List.of()))).doesNotThrowAnyException();
      }
    } finally {
      for (RuntimeClient client : clients) {
        client.close();
      }
    }
  }

  private RuntimeClient connect(int agent) throws IOException {
    String token = daemon.said("token ");
    RuntimeClient client = RuntimeClient.connect(CrowdedDaemon.socket(folder, agent));
    client.hello(token);
    return client;
  }

  /** Sends results that are too large and returns how many were refused. */
  private static int refused(RuntimeClient client, Activation turn) {
    List<CompletableFuture<Answer.Done>> answers = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      EventBody.ToolResult result =
          new EventBody.ToolResult(
              "c", "sh", 0, TEXT, "", 5, false, Optional.empty(), false, Optional.empty());
      answers.add(client.begin(new Call.Result(turn.id(), turn.fence(), 1, result)));
    }
    return (int)
        answers.stream().filter(answer -> answer.handle((_, e) -> e != null).join()).count();
  }
}
