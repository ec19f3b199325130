package dev.otters.home.store;

import org.jspecify.annotations.Nullable;

/**
 * One write transaction: it sees its own changes, and all of them are stored at its end or none.
 */
public interface Tx extends Rows {
  /**
   * Runs an INSERT, UPDATE or DELETE.
   *
   * @return how many rows it changed
   */
  int execute(String sql, @Nullable Object... arguments);

  /**
   * Runs a task when this transaction is durable, before the next one begins; never where it is
   * rolled back. The task must be quick, must not throw, and must not use the database.
   */
  void afterCommit(Runnable task);
}
