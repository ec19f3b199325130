package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionBudget;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetRoutesTest {
  private static final String BUDGET = "/v1/agents/bob/sessions/review/budget";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    String events = "POST /v1/agents/bob/sessions/review/events";
    kit.ask(events, "", Json.write(MessageRequest.user("m", "Hello"))).close();
  }

  private SessionBudget ask(String route, String body) {
    try (Http answer = kit.ask(route, "", body)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), SessionBudget.class);
    }
  }

  @Test
  void aSessionHasTheUsualBudgetUntilItIsSet() {
    assertThat(ask("GET " + BUDGET, ""))
        .isEqualTo(new SessionBudget("review", 0, 5_000_000L, 0, null));

    SessionBudget set = new SessionBudget("review", 0, 7L, 0, 2_500_000_000L);
    assertThat(ask("PUT " + BUDGET, Json.write(new BudgetRequest("7", "2.50")))).isEqualTo(set);
    assertThat(ask("PUT " + BUDGET, Json.write(new BudgetRequest(null, null)))).isEqualTo(set);
    assertThat(ask("PUT " + BUDGET, Json.write(new BudgetRequest("unlimited", null))))
        .isEqualTo(new SessionBudget("review", 0, null, 0, 2_500_000_000L));
  }

  @ParameterizedTest
  @CsvSource({"many, 1, tokens", "-1, 1, tokens", "1, free, cost", "1, -2, cost"})
  void anotherLimitIsRefused(String tokens, String cost, String field) {
    String body = Json.write(new BudgetRequest(tokens, cost));
    try (Http answer = kit.ask("PUT " + BUDGET, "", body)) {
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      assertThat(problem.title()).contains("'" + field + "' must be ");
    }
  }

  @ParameterizedTest
  @CsvSource({"GET, ''", "PUT, '{}'"})
  void anUnknownSessionHasNoBudget(String method, String body) {
    String route = method + " /v1/agents/bob/sessions/other/budget";
    try (Http answer = kit.ask(route, "", body)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    }
  }
}
