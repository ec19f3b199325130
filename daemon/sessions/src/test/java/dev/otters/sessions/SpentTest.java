package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.UsageGroup;
import dev.otters.api.session.UsageReport;
import dev.otters.api.session.UsageRow;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.price.Price;
import dev.otters.models.price.Prices;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The ledger of what agents used. */
class SpentTest extends SessionBench {
  private void use(String model, Usage usage) {
    kit.say("one");
    Activation turn = kit.lease();
    Completion completion = new Completion("done", List.of(), StopReason.END_TURN, usage);
    Answer.Next unused = kit.sessions.steps().record(kit.step(turn, 1), model, completion);
  }

  private List<String> rows() {
    return kit.database.read(
        rows ->
            rows.list(
                "SELECT concat_ws(' ', agent_name, session, model, input_tokens, cached_tokens,"
                    + " cache_write_tokens, output_tokens, reasoning_tokens, estimated) AS line"
                    + " FROM ledger ORDER BY rowid",
                row -> row.text("line")));
  }

  @Test
  void aRowOutlivesItsSessionAndAgent() {
    kit.database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'bob', 1, 1, '',"
                    + " 'RUNNING', 1, 1, 0, 0, 0)",
                kit.agent));
    use("acme/large", new Usage(10, 4, 2, 7, 5, false));

    kit.database.update(
        tx -> {
          kit.sessions.removal().removeAll(tx, kit.agent);
          tx.execute("DELETE FROM agents");
        });

    assertThat(rows()).containsExactly("bob cli:chat:1 acme/large 10 4 2 7 5 0");
  }

  @Test
  void anAnswerWhoseSessionIsRemovedMeanwhileCounts() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.sessions.removal().remove(kit.agent, kit.session, true);
    Completion cut = new Completion("do", List.of(), StopReason.INTERRUPTED, new Usage(10, 4));

    SessionKit.assertStale(() -> kit.sessions.steps().record(kit.step(turn, 1), "acme/large", cut));

    assertThat(rows()).containsExactly(kit.agent + " (removed) acme/large 10 0 0 4 0 0");
    assertThat(
            kit.database.<Long>read(
                rows -> rows.number("SELECT sum(tokens) AS n FROM spending WHERE day <> ''")))
        .isEqualTo(28);
  }

  @Test
  void theOldestRowsAreForgottenBeyondTheLimit() {
    for (int i = 1; i <= 3; i++) {
      use("acme/m" + i, new Usage(i, i));
    }

    kit.database.update(tx -> Spent.forgetOldest(tx, 2));

    assertThat(rows())
        .satisfiesExactly(
            row -> assertThat(row).contains("acme/m2"), row -> assertThat(row).contains("acme/m3"));
  }

  private List<String> names(UsageGroup group, Instant since) {
    return kit.service().usage(group, since, Optional.empty()).rows().stream()
        .map(row -> "%s %d %d".formatted(row.name(), row.requests(), row.inputTokens()))
        .toList();
  }

  @Test
  void usageIsGroupedAndTheLatestGroupComesFirst() {
    Instant start = kit.time.now();
    use("acme/large", new Usage(10, 4, 2, 7, 5, false));
    use("acme/small", new Usage(20, 1));
    kit.advance(Duration.ofDays(1));
    Instant next = kit.time.now();
    use("other/m/x", Usage.estimate(400, 4));

    assertThat(names(UsageGroup.PROVIDER, start)).containsExactly("other 1 100", "acme 2 30");
    assertThat(names(UsageGroup.PROVIDER, next)).containsExactly("other 1 100");
    assertThat(names(UsageGroup.DAY, start))
        .containsExactly(
            next.toString().substring(0, 10) + " 1 100",
            start.toString().substring(0, 10) + " 2 30");
    assertThat(names(UsageGroup.SESSION, start)).containsExactly(kit.agent + "/cli:chat:1 3 130");
    UsageReport report =
        kit.service().usage(UsageGroup.AGENT, start, Optional.of(kit.agent.toString()));
    assertThat(report)
        .isEqualTo(
            new UsageReport(
                List.of(new UsageRow(kit.agent.toString(), 3, 130, 4, 2, 9, 5, true, 0, 3)),
                new UsageRow("total", 3, 130, 4, 2, 9, 5, true, 0, 3),
                0,
                List.of()));
  }

  @Test
  void aRowKeepsTheCostOfItsDay() {
    kit.sessions.price(model -> Optional.of(new Price(1_000_000, 0, 0, 2_000_000)));
    use("acme/large", new Usage(10, 7));
    kit.sessions.price(Prices.NONE);
    use("acme/large", new Usage(10, 7));

    UsageRow total = kit.service().usage(UsageGroup.DAY, Instant.EPOCH, Optional.empty()).total();
    assertThat(total.costNanos()).isEqualTo(24_000);
    assertThat(total.unpriced()).isEqualTo(1);
  }

  @Test
  void noUsageIsATotalOfZero() {
    assertThat(kit.service().usage(UsageGroup.DAY, Instant.EPOCH, Optional.of("nobody")))
        .isEqualTo(
            new UsageReport(
                List.of(), new UsageRow("total", 0, 0, 0, 0, 0, 0, false, 0, 0), 0, List.of()));
  }

  @Test
  void aReportHasAtMostAThousandGroupsAndTheTotalOfAll() {
    kit.database.update(
        tx ->
            tx.execute(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1010)"
                    + " INSERT INTO ledger SELECT i, 1, 1, 'a', 'a', 's' || i, 'p/m', ?, 0, 0, 0,"
                    + " 0, 0, i, NULL FROM n",
                Usage.estimate(Long.MAX_VALUE, 0).inputTokens()));

    UsageReport report = kit.service().usage(UsageGroup.SESSION, Instant.EPOCH, Optional.of("a"));

    assertThat(report.rows()).hasSize(1000);
    assertThat(report.rows().getFirst().name()).isEqualTo("a/s1010");
    assertThat(report.leftOut()).isEqualTo(10);
    assertThat(report.total().inputTokens()).isEqualTo(1010 * 1_000_000_000_000L);
  }

  @Test
  void absurdCountsAreStoredAsTheLargest() {
    use("acme/odd", new Usage(Long.MAX_VALUE, Long.MAX_VALUE));
    use("acme/odd", new Usage(Long.MAX_VALUE, Long.MIN_VALUE));

    assertThat(kit.view().usage().inputTokens()).isEqualTo(1_000_000_000_000L);
    assertThat(kit.view().turns()).isEqualTo(2);
  }
}
