package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at a database from outside of the code under test and says whether its logs are coherent.
 */
public final class LogAudit {
  private record Step(String activation, String move, String state, long fence) {}

  private LogAudit() {}

  /** Throws unless every log is coherent. */
  public static void check(Database database) {
    database.<Boolean>read(
        rows -> {
          numbers(rows);
          statuses(rows);
          answers(rows);
          journal(rows);
          summaries(rows);
          none(rows, "SELECT 1 FROM pragma_foreign_key_check");
          return true;
        });
  }

  /** Every message is answered exactly once, or its turn was interrupted. */
  public static void allAnswered(Database database) {
    database.<Boolean>read(
        rows -> {
          none(rows, "SELECT * FROM events WHERE processed_at IS NULL");
          none(rows, "SELECT * FROM activations WHERE state NOT IN ('ACKED', 'ABANDONED')");
          none(
              rows,
              "SELECT * FROM events e WHERE type IN ('user.message', 'wake.fired') AND NOT EXISTS"
                  + " (SELECT 1 FROM activations a WHERE a.id = e.activation AND a.session ="
                  + " e.session)");
          none(rows, "SELECT * FROM sessions WHERE status NOT IN ('IDLE', 'TERMINATED')");
          return true;
        });
  }

  private static void numbers(Rows rows) {
    none(
        rows,
        "SELECT 1 FROM sessions s LEFT JOIN events e ON e.session = s.key GROUP BY s.key "
            + "HAVING count(e.seq) <> s.last_seq OR min(e.seq) <> 1 OR max(e.seq) <> s.last_seq");
    none(rows, "SELECT 1 FROM events GROUP BY session, id HAVING count(*) > 1");
  }

  private static void statuses(Rows rows) {
    none(
        rows,
        """
        SELECT * FROM sessions s LEFT JOIN activations a ON a.session = s.key
          AND a.state IN ('READY', 'LEASED', 'EXPIRED', 'PAUSED', 'BLOCKED')
        WHERE NOT CASE
          WHEN a.id IS NULL THEN s.status IN ('IDLE', 'TERMINATED')
          WHEN a.state = 'LEASED' THEN s.status = 'RUNNING'
          WHEN a.state = 'PAUSED' THEN s.status = 'REQUIRES_ACTION'
          WHEN a.state = 'EXPIRED' THEN s.status = 'RESCHEDULING'
          WHEN a.state = 'BLOCKED' THEN s.status IN ('BLOCKED_ERROR', 'DEAD')
          WHEN a.fence > 0 THEN s.status = 'RESCHEDULING'
          ELSE s.status IN ('IDLE', 'RESCHEDULING') END\
        """);
    none(
        rows,
        "SELECT * FROM sessions s WHERE NOT EXISTS (SELECT 1 FROM activations a WHERE a.session ="
            + " s.key AND a.state IN ('READY', 'LEASED', 'EXPIRED', 'PAUSED', 'BLOCKED')) AND"
            + " EXISTS (SELECT 1 FROM events e WHERE e.session = s.key AND e.processed_at IS"
            + " NULL)");
  }

  private static void answers(Rows rows) {
    String answers =
        "(SELECT count(*) FROM events e WHERE e.session = a.session AND e.activation = a.id "
            + "AND e.type = 'agent.message' AND e.body NOT LIKE '%\"partial\":true%')";
    none(rows, "SELECT * FROM activations a WHERE state = 'ACKED' AND 1 <> " + answers);
    none(
        rows,
        "SELECT * FROM activations a WHERE state NOT IN ('ACKED', 'ABANDONED') AND 0 <> "
            + answers);
    none(rows, "SELECT * FROM activations a WHERE state = 'ABANDONED' AND 1 < " + answers);
    none(
        rows,
        "SELECT * FROM events e JOIN activations a ON a.id = e.activation WHERE e.fence IS NOT NULL"
            + " AND (e.fence > a.fence OR e.fence < 1 OR e.session <> a.session)");
  }

  /**
   * Every recorded move is legal from the state that the one before it led to, and fences only
   * grow.
   */
  private static void journal(Rows rows) {
    List<Step> steps =
        rows.list(
            "SELECT * FROM activation_journal ORDER BY seq",
            row ->
                new Step(
                    row.text("activation"),
                    row.text("move"),
                    row.text("state"),
                    row.number("fence")));
    Map<String, Step> last = new HashMap<>();
    for (Step step : steps) {
      Step before = last.put(step.activation(), step);
      ActivationState from =
          before == null ? ActivationState.READY : ActivationState.valueOf(before.state());
      long fence = before == null ? 0 : before.fence();
      ActivationMove move = ActivationMove.valueOf(step.move());
      assertThat(move.from()).as("journal %s", step).contains(from);
      assertThat(step.state()).isEqualTo(move.to().name());
      assertThat(step.fence()).isEqualTo(move == ActivationMove.LEASE ? fence + 1 : fence);
    }
    Map<String, String> states = new HashMap<>();
    rows.list(
            "SELECT id, state FROM activations",
            row -> Map.entry(row.text("id"), row.text("state")))
        .forEach(entry -> states.put(entry.getKey(), entry.getValue()));
    last.forEach((id, step) -> assertThat(step.state()).isEqualTo(states.get(id)));
  }

  /** Each summary covers what comes after the one before it. */
  private static void summaries(Rows rows) {
    none(
        rows,
        "SELECT 1 FROM (SELECT body ->> 'from' AS first, lag(body ->> 'to', 1, 0) OVER (PARTITION"
            + " BY session ORDER BY seq) AS last FROM events WHERE type = 'session.compacted')"
            + " WHERE first <> last + 1");
  }

  private static void none(Rows rows, String sql) {
    assertThat(rows.any(sql)).as(sql).isFalse();
  }
}
