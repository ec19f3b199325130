package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.trace.NextRequest;
import dev.otters.api.trace.ReplayRequest;
import dev.otters.api.trace.TraceBlock;
import dev.otters.api.trace.TraceContext;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.api.trace.TracePrompt;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRoutesTest {
  private static final String SESSION = "/v1/agents/bob/sessions/cli:chat:1";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws Exception {
    kit = new ApiKit(folder);
    say("m1", "hello");
    Activation turn = kit.daemon.sessions().turns().lease(kit.bob, "runtime");
    Step first = new Step(kit.bob, turn.id(), turn.fence(), 1);
    Recording recording =
        ((State.Ask) kit.daemon.sessions().steps().open(first, Long.MAX_VALUE)).recording();
    recording.asked("acme", new CompletionRequest("large", List.of(), List.of(), Map.of()));
    recording.sent(RequestBody.of("{\"model\":\"large\"}".getBytes(UTF_8)));
    Completion completion =
        new Completion("done", List.of(), StopReason.END_TURN, new Usage(10, 4, 2, 7, 5, false));
    recording.answered(completion);
    Answer.Next unused = kit.daemon.sessions().steps().record(first, "acme/large", completion);
  }

  private void say(String id, String text) throws IOException {
    String body = Json.write(MessageRequest.user(id, text));
    try (Http answer = kit.ask("POST " + SESSION + "/events", "", body)) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  private <T> T get(String path, Class<T> type) {
    try (Http answer = kit.ask("GET " + SESSION + path)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), type);
    }
  }

  private Problem refused(String path) {
    try (Http answer = kit.ask("GET " + SESSION + path)) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void aTurnIsShownWithItsBlocksAndRequests() {
    TraceList list = get("/traces", TraceList.class);
    assertThat(list.turns()).hasSize(1);
    assertThat(list.earlier()).isZero();

    TraceDetail detail = get("/traces/1", TraceDetail.class);

    assertThat(detail.turn()).isEqualTo(list.turns().getFirst());
    assertThat(detail.turn().inputTokens()).isEqualTo(10);
    assertThat(detail.blocks()).extracting(TraceBlock::name).contains("tools");
    assertThat(detail.calls().getFirst().hash()).isEqualTo(Sha256.of("{\"model\":\"large\"}"));
    TracePrompt prompt =
        get("/traces/1/calls/" + detail.calls().getFirst().id(), TracePrompt.class);
    assertThat(prompt.request()).isEqualTo("{\"model\":\"large\"}");
    assertThat(prompt.call()).isEqualTo(detail.calls().getFirst());
    TraceContext context = get("/traces/1/context", TraceContext.class);
    assertThat(context.hash()).isEqualTo(detail.context()).isEqualTo(Sha256.of(context.json()));
  }

  @Test
  void theNextRequestIsCountedWithMessagesThatWait() throws IOException {
    long before = get("/context", NextRequest.class).total().bytes();

    say("m2", "x".repeat(1000));

    NextRequest next = get("/context", NextRequest.class);
    assertThat(next.total().bytes()).isEqualTo(before + 1000);
    assertThat(next.messages()).isEqualTo(2);
    assertThat(next.blocks()).extracting(TraceBlock::name).contains("waiting messages");
  }

  private Http replay(String turn, String model) {
    String body = Json.write(new ReplayRequest(model, null));
    return kit.ask("POST " + SESSION + "/traces/" + turn + "/replay", "", body);
  }

  @Test
  void aRequestIsReplayedWithAnotherModel() throws IOException {
    Files.writeString(folder.resolve("parrot.yaml"), "rules:\n  - say: \"the parrot speaks\"\n");

    try (Http answer = replay("1", "scripted/parrot")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body())
          .contains("event: result", "\"text\":\"done\"", "\"text\":\"the parrot speaks\"");
    }
    try (Http answer = replay("7", "scripted/parrot")) {
      assertThat(answer.body())
          .contains("event: error", "session cli:chat:1 has no turn 7; it has 1");
    }
    try (Http answer = replay("1", "missing/parrot")) {
      assertThat(answer.body()).contains("event: error", "unknown provider");
    }
  }

  @Test
  void anUnknownTurnIsNamedWithTheNumberOfTurns() {
    Problem problem = refused("/traces/7");
    assertThat(problem.code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    assertThat(problem.title()).isEqualTo("session cli:chat:1 has no turn 7; it has 1");
    assertThat(refused("/traces/1/calls/99").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    assertThat(refused("/traces/1/calls/x").code()).isEqualTo(ErrorCode.INVALID_REQUEST);
  }
}
