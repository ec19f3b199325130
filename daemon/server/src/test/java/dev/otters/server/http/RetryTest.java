package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that a client sends again because it got no answer. */
class RetryTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private AgentView run(String key) {
    return run(key, "{\"ref\":\"guide:1\"}");
  }

  private Http send(String key, String body) {
    return kit.ask("POST /v1/agents", "Idempotency-Key: " + key + "\n", body);
  }

  private AgentView run(String key, String body) {
    try (Http answer = send(key, body)) {
      Http.Event last = answer.events().getLast();
      assertThat(last.name()).as(last.data()).isEqualTo("result");
      return Json.read(last.data(), AgentView.class);
    }
  }

  private int agents() {
    return kit.daemon.keeper().list(true).agents().size();
  }

  @Test
  void aRepeatedRequestReturnsTheAgentOfTheFirst() {
    AgentView first = run("k1");
    assertThat(run("k1").id()).isEqualTo(first.id());
    assertThat(run("k2").id()).isNotEqualTo(first.id());
    assertThat(agents()).isEqualTo(3);
  }

  @Test
  void requestsAtOnceCreateOneAgent() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<AgentView>> answers =
          Stream.generate(() -> clients.submit(() -> run("k"))).limit(8).toList();
      String id = answers.getFirst().get().id();
      for (Future<AgentView> answer : answers) {
        assertThat(answer.get().id()).isEqualTo(id);
      }
    }
    assertThat(agents()).isEqualTo(2);
  }

  @Test
  void theKeyOfARemovedAgentCreatesAnother() {
    AgentView first = run("k");
    kit.daemon.keeper().remove(first.id(), true, false);
    assertThat(agents()).isEqualTo(1);
    assertThat(run("k").name()).isEqualTo(first.name());
    assertThat(agents()).isEqualTo(2);
  }

  @Test
  void aKeyOfAnotherRequestIsRefused() {
    AgentView first = run("k", "{\"ref\":\"guide:1\",\"labels\":{\"a\":\"1\",\"b\":\"2\"}}");
    AgentView _ = kit.daemon.keeper().rename(first.id(), "ann");
    for (String body :
        List.of(
            "{\"ref\":\"guide:1\"}",
            "{\"ref\":\"guide:1\",\"labels\":{\"a\":\"1\",\"b\":\"3\"}}",
            "{\"ref\":\"other:1\",\"labels\":{\"a\":\"1\",\"b\":\"2\"}}")) {
      try (Http answer = send("k", body)) {
        assertThat(answer.status()).isEqualTo(422);
        Problem problem = ApiKit.problem(answer);
        assertThat(problem.code()).isEqualTo(ErrorCode.KEY_REUSED);
        assertThat(problem.title())
            .isEqualTo("the Idempotency-Key belongs to another request, which created agent ann");
        assertThat(problem.remedy()).isEqualTo("Send this request with a new key.");
      }
    }
    assertThat(agents()).isEqualTo(2);
    String same = "{ \"labels\": {\"b\": \"2\", \"a\": \"1\"}, \"ref\": \"guide:1\" }";
    assertThat(run("k", same).id()).isEqualTo(first.id());
  }

  @Test
  void anAgentOfAnOlderReleaseHasNoRequestToCompare() {
    AgentView first = run("k");
    kit.daemon.database().update(tx -> tx.execute("UPDATE agents SET request = NULL"));
    assertThat(run("k", "{\"ref\":\"guide:1\",\"name\":\"x\"}").id()).isEqualTo(first.id());
  }

  @Test
  void aKeyThatIsTooLongIsRefused() {
    try (Http answer = send("x".repeat(256), "{\"ref\":\"guide:1\"}")) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(ApiKit.problem(answer).title()).contains("Idempotency-Key");
    }
  }
}
