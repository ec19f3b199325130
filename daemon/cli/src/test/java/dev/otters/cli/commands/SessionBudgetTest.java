package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.SessionBudget;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionBudgetTest extends CommandTest {
  private static final String BUDGET = "/v1/agents/bob/sessions/cli:chat:7/budget";

  @BeforeEach
  void start() {
    Instant then = Instant.EPOCH;
    daemon.answer(
        "GET /v1/agents/bob/sessions/review",
        new SessionSummary(
            "cli:chat:7", "bob", "idle", "answered", 2, 9, 20, 6, then, then, "review", "x"));
  }

  @Test
  void aBudgetIsShownWithWhatIsUsedOfIt() {
    daemon.answer(
        "GET " + BUDGET, new SessionBudget("cli:chat:7", 1234, 5_000_000L, 12_345_678, null));
    assertThat(bench.run("session", "budget", "bob", "review").out())
        .isEqualTo(
            """
            session cli:chat:7
            tokens  1,234 of 5,000,000
            cost    $0.0123 (unlimited)
            """);
    assertThat(bench.run("session", "budget", "bob", "review", "--output=json").out())
        .contains("\"tokenLimit\": 5000000")
        .doesNotContain("costLimitNanos");
  }

  @Test
  void aBudgetIsSet() {
    daemon.answer("PUT " + BUDGET, new SessionBudget("cli:chat:7", 0, 7L, 0, 2_500_000_000L));
    assertThat(bench.run("session", "budget", "bob", "review", "--tokens=7", "--cost=2.50").out())
        .contains("tokens  0 of 7\n", "cost    $0.0000 of $2.50\n");
    assertThat(daemon.requests().getLast().text())
        .isEqualTo("{\"tokens\":\"7\",\"cost\":\"2.50\"}");
  }
}
