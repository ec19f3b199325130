package dev.otters.agents.endpoint;

import static dev.otters.agents.endpoint.EndpointKit.chat;
import static dev.otters.agents.endpoint.EndpointKit.message;
import static dev.otters.agents.endpoint.EndpointKit.post;
import static dev.otters.agents.endpoint.EndpointKit.readAll;
import static dev.otters.agents.endpoint.EndpointKit.readUntil;
import static dev.otters.agents.endpoint.EndpointKit.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.ProcessUser;
import dev.otters.home.audit.AuditCall;
import dev.otters.home.audit.AuditLog;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ModelEndpointsTest {
  private static final String STREAM = ",\"stream\":true";

  @TempDir Path folder;
  @AutoClose EndpointKit kit;

  @BeforeEach
  void open() throws Exception {
    kit = new EndpointKit(folder);
  }

  @Test
  void bothFormsAreAnsweredAndPaid() throws Exception {
    kit.model.says("yes");
    assertThat(kit.ask(chat("")))
        .startsWith("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        .contains("\"content\":\"yes\"");
    kit.model.says("yes");
    assertThat(kit.ask(message(",\"max_tokens\":7"))).contains("\"text\":\"yes\"");
    assertThat(kit.model.asked.take().model()).isEqualTo("small");
    assertThat(kit.model.asked.take().options()).isEqualTo(Map.of("max-tokens", "7"));
    assertThat(kit.spent()).isEqualTo(240);
  }

  @Test
  void aClientOfAnotherUserIsRefusedAndInTheAudit() throws Exception {
    assumeTrue(ProcessUser.current().isRoot(), "only root can give a socket to another user");
    kit.endpoints.open(kit.agent, "bob", folder, 4711, 4711);
    try (SocketChannel stranger = kit.connect()) {
      assertThat(readAll(stranger)).isEmpty();
    }
    AuditCall connect =
        new AuditCall("connect", kit.agent + "/" + System.getProperty("user.name"), "-", "models");
    assertThat(kit.audit.newest(10)).extracting(AuditLog.Entry::call).containsExactly(connect);
  }

  @Test
  void aStreamArrivesAsTheModelSpeaks() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, message(STREAM));
      kit.model.pieces.add("one ");
      assertThat(readUntil(channel, "\"one \""))
          .startsWith("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream")
          .contains("event: message_start");
      kit.model.says("two");
      assertThat(readAll(channel))
          .contains("\"two\"")
          .endsWith("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n\r\n0\r\n\r\n");
    }
  }

  @Test
  void aClientThatEndsItsOutputGetsItsAnswer() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, chat(""));
      SocketChannel unused = channel.shutdownOutput();
      kit.model.asked.take();
      kit.model.says("yes");
      assertThat(readAll(channel)).contains("HTTP/1.1 200 OK", "\"content\":\"yes\"");
    }
  }

  @Test
  void aClientThatLeavesCancelsItsRequestAndPaysForWhatItUsed() throws Exception {
    for (String kind : List.of("", STREAM)) {
      SocketChannel channel = kit.connect();
      send(channel, chat(kind));
      kit.model.asked.take();
      channel.close();
      while (!kit.model.cancelled.tryAcquire()) {
        kit.time.advance(Duration.ofSeconds(1));
      }
      kit.awaitRunning(0);
    }
    assertThat(kit.spent()).isPositive();
  }

  @Test
  void aSilentModelShowsSignsOfLife() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, message(STREAM));
      kit.model.asked.take();
      Thread clock =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!Thread.interrupted()) {
                      kit.time.advance(Duration.ofMillis(1));
                    }
                  });
      assertThat(readUntil(channel, "event: ping")).contains("event: message_start");
      clock.interrupt();
      clock.join();
      kit.model.says("yes");
      assertThat(readAll(channel)).contains("\"yes\"", "message_stop");
    }
  }

  @Test
  void aBodyIsSentAfterAnInvitation() throws Exception {
    kit.model.says("yes");
    try (SocketChannel channel = kit.connect()) {
      String[] parts = chat("").split("\r\n\r\n", 2);
      send(channel, parts[0] + "\r\nExpect: 100-continue\r\n\r\n");
      assertThat(readUntil(channel, "\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      send(channel, parts[1]);
      assertThat(readAll(channel)).contains("\"content\":\"yes\"");
    }
  }

  @Test
  void aBodyMayComeInChunks() throws Exception {
    kit.model.says("yes");
    String body = chat("").split("\r\n\r\n", 2)[1];
    String head = "POST /v1/chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    String chunk = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    assertThat(kit.ask(head + chunk)).contains("\"content\":\"yes\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PERMANENT | BAD_REQUEST  | 400 | invalid_request_error | false
          PERMANENT | AUTH         | 403 | permission_error      | false
          PERMANENT | FAILED       | 500 | api_error             | false
          TRANSIENT | OVERLOADED   | 429 | rate_limit_error      | true
          TRANSIENT | UNREACHABLE  | 503 | overloaded_error      | true
          """)
  void aFailureHasTheStatusAndTheErrorOfTheVendors(
      ModelException.Kind kind, Reason reason, String status, String type, boolean again)
      throws Exception {
    kit.model.failure =
        Optional.of(
            kind == ModelException.Kind.PERMANENT
                ? ModelException.permanent(reason, "it broke", "Mend it.")
                : ModelException.transientFailure(
                    reason, "it broke", "Mend it.", Optional.of(Duration.ofSeconds(7))));
    kit.model.says();
    String answer = kit.ask(message(STREAM));
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("x-should-retry: " + again + "\r\n")
        .endsWith(
            "{\"type\":\"error\",\"error\":{\"type\":\""
                + type
                + "\",\"message\":\"it broke. Mend it.\",\"param\":null,\"code\":null}}");
    assertThat(answer.contains("retry-after: 7\r\n")).isEqualTo(again);
  }

  @Test
  void aFailureInTheMiddleOfAStreamIsItsLastEvent() throws Exception {
    kit.model.failure = Optional.of(ModelException.permanent("it broke"));
    kit.model.says("one");
    assertThat(kit.ask(message(STREAM)))
        .contains("\"one\"", "event: error\ndata: {\"type\":\"error\"")
        .doesNotContain("message_stop")
        .endsWith("\r\n0\r\n\r\n");
    assertThat(kit.spent()).isPositive();
  }

  @Test
  void whatIsNotAllowedIsNotAsked() throws Exception {
    assertThat(kit.ask(chat("").replace("small", "large")))
        .startsWith("HTTP/1.1 404 ")
        .contains("may not ask the model \\\"large\\\", only: work/small")
        .contains("model-endpoint-models=PROVIDER/MODEL bob");
    kit.directory.options = Map.of("budget-agent-tokens", "10");
    assertThat(kit.ask(chat("")))
        .startsWith("HTTP/1.1 402 ")
        .contains("\"type\":\"billing_error\"", "is exhausted");
    kit.directory.options = Map.of("model-endpoint-models", "work/large, work/s");
    kit.model.says("yes");
    assertThat(kit.ask(chat("").replace("small", "large"))).contains("\"model\":\"large\"");
    assertThat(kit.ask("GET /v1/models HTTP/1.1\r\n\r\n"))
        .contains("\"id\":\"work/small\"", "\"id\":\"work/large\"", "\"last_id\":\"work/s\"");
    assertThat(kit.model.asked).hasSize(1);
  }

  @Test
  void modelsThatAreNotAllowedAreInTheAuditWithoutTheNamesThatProgramsChose() throws Exception {
    kit.model.says("yes");
    assertThat(kit.ask(chat(""))).startsWith("HTTP/1.1 200 ");
    assertThat(kit.audit.newest(10)).isEmpty();
    kit.ask(chat("").replace("small", "canry"));
    kit.ask(message("").replace("small", "other"));
    assertThat(kit.audit.newest(10))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.call())
                  .isEqualTo(new AuditCall("ask", kit.agent.toString(), AuditCall.NONE, "models"));
              assertThat(row.status()).hasValue(404);
              assertThat(row.count()).isEqualTo(2);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /v1/embeddings       | {}          | 404 | does not serve POST /v1/embeddings
          /v1/messages         | {           | 400 | the body is not JSON
          /v1/messages         | []          | 400 | the body must be an object
          /v1/chat/completions | {"model":1} | 400 | messages must be a list
          """)
  void badRequestsAreRefused(String path, String body, String status, String why) throws Exception {
    assertThat(kit.ask(post(path, body)))
        .startsWith("HTTP/1.1 " + status + " ")
        .contains("\"type\":\"error\"", why);
    assertThat(kit.model.asked).isEmpty();
  }

  @Test
  void aBodyOfVeryManySmallValuesIsRefused() throws Exception {
    String body = "[" + "[],".repeat(300_000) + "[]]";
    assertThat(kit.ask(post("/v1/messages", body)))
        .startsWith("HTTP/1.1 400 ")
        .contains("the body is not JSON");
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedWhileItIsSent() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, "POST /v1/messages HTTP/1.1\r\nContent-Length: 40000000\r\n\r\n");
      send(channel, "x".repeat(10_000_000));
      SocketChannel unused = channel.shutdownOutput();
      assertThat(readAll(channel)).startsWith("HTTP/1.1 413 ").contains("more than 8 MiB");
    }
  }

  @Test
  void aRequestThatIsNeverCompleteIsRefused() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, "POST /v1/messages HTTP/1.1\r\nContent-Length: 10\r\n\r\nhalf");
      kit.awaitRunning(1);
      Thread clock =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!Thread.interrupted()) {
                      kit.time.advance(Duration.ofMillis(5));
                    }
                  });
      assertThat(readUntil(channel, "\r\n\r\n")).startsWith("HTTP/1.1 408 ");
      clock.interrupt();
      clock.join();
    }
  }

  @Test
  void anAgentHasALimitOfRequestsAtATime() throws Exception {
    List<SocketChannel> channels = new ArrayList<>();
    for (int i = 0; i < EndpointSocket.MOST; i++) {
      SocketChannel channel = kit.connect();
      send(channel, chat(""));
      channels.add(channel);
      kit.model.asked.take();
    }
    assertThat(kit.ask("GET /v1/models HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 429 ")
        .contains("x-should-retry: true", "more than 16 requests of this agent run");
    for (int i = 0; i < EndpointSocket.MOST; i++) {
      kit.model.says("yes");
    }
    for (SocketChannel channel : channels) {
      assertThat(readAll(channel)).startsWith("HTTP/1.1 200 ");
      channel.close();
    }
    kit.awaitRunning(0);
    assertThat(kit.ask("GET /v1/models HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void theEndOfTheDaemonEndsTheRequests() throws Exception {
    try (SocketChannel channel = kit.connect()) {
      send(channel, chat(""));
      kit.model.asked.take();
      kit.endpoints.close();
      assertThat(readAll(channel)).isEmpty();
    }
    assertThat(kit.model.cancelled.tryAcquire()).isTrue();
    assertThat(kit.endpoints.running()).isZero();
  }
}
