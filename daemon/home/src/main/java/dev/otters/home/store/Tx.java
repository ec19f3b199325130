package dev.otters.home.store;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A write transaction. It sees its own changes, and stores either all of them or none. Its task
 * runs again if the commit that it shares with others fails, so it must be possible to repeat it.
 */
public interface Tx extends Rows {
  /**
   * Runs an INSERT, UPDATE or DELETE.
   *
   * @return the number of changed rows
   */
  int execute(String sql, @Nullable Object... arguments);

  /** Returns the {@link Author} of this transaction; empty for the daemon itself. */
  Optional<String> author();

  /**
   * Runs a task once this transaction is durable, before the next one begins. So the next one sees
   * what the task changes in memory. A rolled back transaction runs no task. The task must be
   * quick, and must neither throw nor use the database.
   */
  void afterCommit(Runnable task);

  /**
   * Runs a task as {@link #afterCommit} does, but other transactions may run between this one and
   * the task. It must change nothing that a transaction looks at. Transactions that only announce
   * share their commits.
   */
  void announce(Runnable task);
}
