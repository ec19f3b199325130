package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.otters.home.TalkingProgram;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that together send more than the daemon's heap holds. */
@Timeout(120)
class LargeRequestsTest {
  private static final int AGENTS = 4;
  private static final int REQUESTS = 8;
  private static final String TEXT = "x".repeat(7 * 1024 * 1024);

  @TempDir Path folder;
  @AutoClose private TalkingProgram daemon;

  private void start(int agents) throws IOException {
    daemon =
        TalkingProgram.start(160, CrowdedDaemon.class, folder.toString(), Integer.toString(agents));
  }

  @Test
  void largeRequestsOfOneAgentDoNotDelayThoseOfAnother() throws IOException {
    start(2);
    try (RuntimeClient greedy = connect(0);
        RuntimeClient other = connect(1);
        var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      Activation turn = WireKit.lease(greedy);
      var answers = CompletableFuture.supplyAsync(() -> complete(greedy, turn), senders);
      daemon.said("crowded");
      other.call(new Call.Fatal("init", TEXT));
      assertThat(answers).isNotDone();
      daemon.nudge();
      assertThat(RuntimeClient.await(answers)).hasSize(REQUESTS);
    }
  }

  @Test
  void largeRequestsWaitForMemoryWhileOtherAgentsGoOn() throws IOException {
    start(AGENTS + 1);
    List<RuntimeClient> clients = new ArrayList<>();
    try (var senders = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<List<Answer.Completion>>> answers = new ArrayList<>();
      for (int agent = 0; agent < AGENTS; agent++) {
        RuntimeClient client = connect(agent);
        clients.add(client);
        Activation turn = WireKit.lease(client);
        answers.add(CompletableFuture.supplyAsync(() -> complete(client, turn), senders));
      }
      RuntimeClient other = connect(AGENTS);
      clients.add(other);
      Activation turn = WireKit.lease(other);
      daemon.said("crowded");
      assertThatCode(() -> other.call(new Call.Heartbeat(turn.id(), turn.fence())))
          .doesNotThrowAnyException();
      daemon.nudge();
      for (var answer : answers) {
        assertThat(RuntimeClient.await(answer)).hasSize(REQUESTS);
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

  private static List<Answer.Completion> complete(RuntimeClient client, Activation turn) {
    List<CompletableFuture<Answer.Completion>> answers = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      Call.Complete call =
          new Call.Complete(
              turn.id(), turn.fence(), "1", List.of(new ChatMessage.User(TEXT)), List.of());
      answers.add(client.begin(call));
    }
    return answers.stream().map(RuntimeClient::await).toList();
  }
}
