package dev.otters.home.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The prepared statements of one connection. Reuses them, since preparing most of them takes longer
 * than running them. A statement has one user at a time. Used only by the connection's thread.
 */
final class Statements {
  private static final int MOST = 200;

  private final Connection connection;
  private final SequencedMap<String, PreparedStatement> idle = new LinkedHashMap<>();

  Statements(Connection connection) {
    this.connection = connection;
  }

  /** One use of a statement, which ends when it is closed. */
  static final class Use implements AutoCloseable {
    private final Statements owner;
    private final String sql;
    private final PreparedStatement statement;
    private boolean good;

    private Use(Statements owner, String sql, PreparedStatement statement) {
      this.owner = owner;
      this.sql = sql;
      this.statement = statement;
    }

    PreparedStatement statement() {
      return statement;
    }

    /** Marks the statement as reusable. */
    void done() {
      good = true;
    }

    @Override
    public void close() throws SQLException {
      if (good) {
        owner.keep(sql, statement);
      } else {
        statement.close();
      }
    }
  }

  Use use(String sql) throws SQLException {
    PreparedStatement kept = idle.remove(sql);
    return new Use(this, sql, kept == null ? connection.prepareStatement(sql) : kept);
  }

  private void keep(String sql, PreparedStatement statement) throws SQLException {
    PreparedStatement same = idle.put(sql, statement);
    if (same != null) {
      same.close();
    }
    if (idle.size() > MOST) {
      idle.pollFirstEntry().getValue().close();
    }
  }
}
