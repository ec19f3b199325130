package dev.otters.home.store;

import org.jspecify.annotations.Nullable;

/** A write transaction. It sees its own changes, and stores either all of them or none. */
public interface Tx extends Rows {
  /**
   * Runs an INSERT, UPDATE or DELETE.
   *
   * @return the number of changed rows
   */
  int execute(String sql, @Nullable Object... arguments);

  /**
   * Runs a task once this transaction is durable, before the next one begins. A rolled back
   * transaction runs no task. The task must be quick, and must neither throw nor use the database.
   */
  void afterCommit(Runnable task);
}
