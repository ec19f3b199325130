package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import java.util.List;
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
          kit.service().deleteAgent(tx, kit.agent);
          tx.execute("DELETE FROM agents");
        });

    assertThat(rows()).containsExactly("bob cli:chat:1 acme/large 10 4 2 7 5 0");
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

  @Test
  void absurdCountsAreStoredAsTheLargest() {
    use("acme/odd", new Usage(Long.MAX_VALUE, Long.MAX_VALUE));
    use("acme/odd", new Usage(Long.MAX_VALUE, Long.MIN_VALUE));

    assertThat(kit.view().usage().inputTokens()).isEqualTo(1_000_000_000_000L);
    assertThat(kit.view().turns()).isEqualTo(2);
  }
}
