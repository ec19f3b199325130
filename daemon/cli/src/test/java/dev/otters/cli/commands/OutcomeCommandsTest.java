package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeFinding;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutcomeCommandsTest extends CommandTest {
  private static final String OUTCOME = "/v1/agents/bob/sessions/s/outcome";

  @BeforeEach
  void aSession() {
    daemon.answer(
        "GET /v1/agents/bob/sessions/s",
        new SessionSummary(
            "s", "bob", "idle", null, 1, 8, 0, 0, Instant.EPOCH, Instant.EPOCH, null, "Look."));
  }

  private static OutcomeEvaluation evaluation(String status) {
    return new OutcomeEvaluation(
        2,
        status,
        "stable",
        0,
        List.of(new OutcomeFinding("It has\u001b a total.", "unmet", "no match")),
        Instant.EPOCH);
  }

  @Test
  void anOutcomeIsReadFromStandardInput() {
    daemon.answer(
        "PUT " + OUTCOME,
        new OutcomeView(new OutcomeDefinition("A report", null, List.of()), Instant.EPOCH, null));

    Bench.Run run = bench.input("{\"title\":\"A report\"}").run("outcome", "set", "bob", "s", "-");

    assertThat(run.out()).isEqualTo("outcome: A report\n");
    assertThat(daemon.requests().getLast().text()).contains("\"title\":\"A report\"");
    assertThat(bench.input("{").run("outcome", "set", "bob", "s", "-").exit()).isEqualTo(2);
  }

  @Test
  void anEvaluationThatDoesNotPassEndsWithOne() {
    daemon.answer("POST " + OUTCOME + "/evaluate", evaluation("fail"));
    Bench.Run failed = bench.run("outcome", "evaluate", "bob", "s");
    assertThat(failed.exit()).isEqualTo(1);
    assertThat(failed.out())
        .contains("fail, 0 of 1 criteria met, stable")
        .contains("unmet")
        .doesNotContain("\u001b");

    daemon.answer("POST " + OUTCOME + "/evaluate", evaluation("pass"));
    assertThat(bench.run("outcome", "evaluate", "bob", "s").exit()).isZero();
  }

  @Test
  void aVerdictSaysYesOrNo() {
    daemon.on("POST " + OUTCOME + "/verdict", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("outcome", "confirm", "bob", "s", "2", "--met").out())
        .isEqualTo("criterion 2 is met\n");
    assertThat(daemon.requests().getLast().text()).contains("\"criterion\":2", "\"met\":true");
    assertThat(bench.run("outcome", "confirm", "bob", "s", "2").exit()).isEqualTo(2);
    assertThat(bench.run("outcome", "confirm", "bob", "s", "x", "--met").exit()).isEqualTo(2);
  }
}
