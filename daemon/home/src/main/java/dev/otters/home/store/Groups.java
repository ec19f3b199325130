package dev.otters.home.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The connection that writes, and its commits. Works that wait while another commit runs share the
 * next one, since most of a commit is the wait for the disk. Each has a savepoint, so the failure
 * of one leaves the others alone. If their commit fails, each gets a transaction of its own. Used
 * by one thread.
 */
final class Groups implements AutoCloseable {
  /** The most works of a commit; the first waits until the last has run. */
  static final int MOST = 256;

  private final Connection connection;
  private final Statements statements;

  /** Whether a transaction is open, as the driver leaves a new connection. */
  private boolean open = true;

  Groups(Connection connection) {
    this.connection = connection;
    this.statements = new Statements(connection);
  }

  /** Runs works and commits them until none waits. */
  void runAll(Queue<Work<?>> waiting) {
    for (Work<?> work = waiting.poll(); work != null; work = waiting.poll()) {
      runFrom(work, waiting);
    }
  }

  private void runFrom(Work<?> first, Queue<Work<?>> waiting) {
    List<Work<?>> group = new ArrayList<>(List.of(first));
    try {
      fill(group, waiting);
    } catch (SQLException e) {
      rollback(e);
      again(group, e);
      return;
    } catch (RuntimeException | Error e) {
      rollback(e);
      group.forEach(work -> work.fail(e));
      return;
    }
    group.forEach(Work::tell);
  }

  private void fill(List<Work<?>> group, Queue<Work<?>> waiting) throws SQLException {
    begin();
    Work<?> work = group.getFirst();
    if (waiting.isEmpty()) {
      runWhole(work);
    } else {
      runSaved(work);
    }
    while (open && !work.endsGroup() && group.size() < MOST && !waiting.isEmpty()) {
      work = waiting.remove();
      group.add(work);
      runSaved(work);
    }
    commit();
  }

  /** Runs a work whose failure takes back the whole transaction, which has no other. */
  private void runWhole(Work<?> work) {
    work.run(statements).ifPresent(this::rollback);
  }

  /** Runs a work whose failure takes back its own changes only. */
  private void runSaved(Work<?> work) throws SQLException {
    execute("SAVEPOINT work");
    if (work.run(statements).isPresent()) {
      execute("ROLLBACK TO work");
    }
    execute("RELEASE work");
  }

  /** Runs each work in a transaction of its own, after all of them were rolled back. */
  private void again(List<Work<?>> group, SQLException reason) {
    if (group.size() == 1) {
      group.getFirst().fail(Failures.of(reason));
    } else {
      group.forEach(this::runAlone);
    }
  }

  private void runAlone(Work<?> work) {
    try {
      begin();
      runWhole(work);
      commit();
    } catch (SQLException e) {
      rollback(e);
      work.fail(Failures.of(e));
      return;
    }
    work.tell();
  }

  private void commit() throws SQLException {
    if (open) {
      execute("COMMIT");
      open = false;
    }
  }

  private void begin() throws SQLException {
    if (!open) {
      execute("BEGIN IMMEDIATE");
      open = true;
    }
  }

  /** Rolls back, unless SQLite has done so by itself, as it does on a full disk. */
  private void rollback(Throwable reason) {
    open = false;
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statements.Use use = statements.use(sql)) {
      boolean unused = use.statement().execute();
      use.done();
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }
}
