package dev.otters.agents.deaths;

import dev.otters.home.store.Rows;
import java.time.Instant;

/**
 * What the sessions do now.
 *
 * @param isStill whether nothing runs, though something may be about to start
 * @param isQuiet whether nothing happens until time passes or the client acts
 * @param rests whether everything is dealt with
 */
record State(boolean isStill, boolean isQuiet, boolean rests) {
  private static final String WORKING =
      "SELECT 1 FROM activations WHERE state IN ('LEASED', 'EXPIRED')";

  private static final String READY =
      "SELECT 1 FROM activations WHERE state = 'READY' AND coalesce(not_before, 0) <= ?";

  private static final String RUNNING =
      "SELECT 1 FROM approvals WHERE state IN ('ALLOWED', 'RUNNING')";

  private static final String DUE =
      "SELECT 1 FROM wakes w WHERE state = 'PENDING' AND due_at <= ? AND NOT EXISTS (SELECT 1 FROM"
          + " activations a WHERE a.session = w.session AND a.state NOT IN ('ACKED', 'ABANDONED'))";

  private static final String OPEN =
      "SELECT 1 FROM activations WHERE state NOT IN ('ACKED', 'ABANDONED')";

  private static final String UNREAD =
      "SELECT 1 FROM events WHERE type IN ('user.message', 'wake.fired') AND processed_at IS NULL";

  private static final String WAITING = "SELECT 1 FROM wakes WHERE state = 'PENDING'";

  private static final String BLOCKED = "SELECT 1 FROM activations WHERE state = 'BLOCKED'";

  static State of(DaemonLife daemon, Instant now) {
    return daemon.database().read(rows -> of(rows, now));
  }

  private static State of(Rows rows, Instant now) {
    boolean still = !rows.any(WORKING) && !rows.any(RUNNING);
    boolean quiet = still && !rows.any(READY, now) && !rows.any(DUE, now);
    boolean rests = quiet && !rows.any(OPEN) && !rows.any(UNREAD) && !rows.any(WAITING);
    return new State(still, quiet, rests);
  }

  /** Returns whether a turn failed for good. */
  static boolean blocked(DaemonLife daemon) {
    return any(daemon, BLOCKED);
  }

  /** Returns whether a query finds something. */
  static boolean any(DaemonLife daemon, String sql) {
    return daemon.database().read(rows -> rows.any(sql));
  }
}
