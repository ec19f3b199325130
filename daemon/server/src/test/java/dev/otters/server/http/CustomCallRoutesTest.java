package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.ClientTool;
import dev.otters.api.session.CustomCallList;
import dev.otters.api.session.CustomResult;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.SessionSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomCallRoutesTest {
  private static final String CREATE = "POST /v1/agents/bob/sessions";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private static NewSession wanted(String request, String session, Object schema) {
    return new NewSession(
        request,
        session,
        "A trip",
        Map.of("team", "web"),
        new BudgetRequest("1000", "2.50"),
        List.of(new ClientTool("weather", "Knows the weather.", schema)));
  }

  private static NewSession wanted(String request, String session) {
    return wanted(request, session, Map.of("type", "object"));
  }

  @Test
  void aSessionIsCreatedOnceAndShown() {
    String body = Json.write(wanted("r1", "trip"));
    for (int i = 0; i < 2; i++) {
      try (Http answer = kit.ask(CREATE, "", body)) {
        assertThat(answer.status()).isEqualTo(201);
        SessionSummary made = Json.read(answer.body(), SessionSummary.class);
        assertThat(made.id()).isEqualTo("trip");
        assertThat(made.agent()).isEqualTo("bob");
        assertThat(made.title()).isEqualTo("A trip");
      }
    }
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/trip")) {
      SessionSummary shown = Json.read(answer.body(), SessionSummary.class);
      assertThat(shown.labels()).isEqualTo(Map.of("team", "web"));
      assertThat(shown.budget()).isEqualTo(new BudgetRequest("1000", "2.5"));
      assertThat(shown.tools()).containsExactly("weather");
    }
  }

  @Test
  void aSessionThatExpiredRefusesMessages() {
    Instant soon = kit.daemon.time.now().plusSeconds(10);
    NewSession wanted =
        new NewSession("r1", "trip", null, Map.of(), null, List.of(), soon, null, null, null);
    try (Http answer = kit.ask(CREATE, "", Json.write(wanted))) {
      assertThat(Json.read(answer.body(), SessionSummary.class).expiresAt()).isEqualTo(soon);
    }
    kit.daemon.time.advance(Duration.ofSeconds(10));

    String message = Json.write(MessageRequest.user("m1", "Hello"));
    try (Http answer = kit.ask("POST /v1/agents/bob/sessions/trip/events", "", message)) {
      assertThat(answer.status()).isEqualTo(410);
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.SESSION_EXPIRED);
      assertThat(problem.title()).isEqualTo("session trip expired at " + soon);
    }
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/trip/status")) {
      SessionState state = Json.read(answer.body(), SessionState.class);
      assertThat(state.status()).isEqualTo("terminated");
      assertThat(state.expiresAt()).isEqualTo(soon);
      assertThat(state.command()).isEqualTo("otters session create bob");
    }
  }

  @Test
  void aSessionThatExistsIsAConflict() {
    kit.ask(CREATE, "", Json.write(wanted("r1", "trip"))).close();

    try (Http answer = kit.ask(CREATE, "", Json.write(wanted("r2", "trip")))) {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.NAME_TAKEN);
    }
    try (Http answer = kit.ask(CREATE, "", Json.write(wanted("r1", "other")))) {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.CONFLICT);
    }
  }

  @Test
  void allThatIsWrongIsOneError() {
    try (Http answer = kit.ask(CREATE, "", Json.write(wanted("r 1", "..", List.of())))) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(ApiKit.problem(answer).title())
          .contains("the id of the request", "a session id or name", "tool weather: the schema");
    }
  }

  @ParameterizedTest
  @CsvSource({"c1", "7", "c0", "x"})
  void aResultOfNoCallIsRefused(String call) {
    kit.ask(CREATE, "", Json.write(wanted("r1", "trip"))).close();
    String route = "POST /v1/agents/bob/sessions/trip/custom-calls/" + call;

    try (Http answer = kit.ask(route, "", Json.write(new CustomResult("rain", false)))) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    }
    try (Http answer = kit.ask(route, "", "{}")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }
    try (Http answer = kit.ask("GET /v1/custom-calls?agent=bob")) {
      assertThat(Json.read(answer.body(), CustomCallList.class).calls()).isEmpty();
    }
  }
}
