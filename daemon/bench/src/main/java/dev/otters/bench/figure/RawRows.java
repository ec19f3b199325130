package dev.otters.bench.figure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** A table of SQLite to which nothing but the driver writes, with one commit for each row. */
record RawRows(Connection connection, PreparedStatement insert) implements AutoCloseable {
  static RawRows create(Path file) {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      try (Statement statement = connection.createStatement()) {
        for (String sql :
            new String[] {
              "PRAGMA journal_mode=WAL",
              "PRAGMA synchronous=FULL",
              "CREATE TABLE rows(id TEXT PRIMARY KEY, body TEXT NOT NULL)"
            }) {
          boolean unused = statement.execute(sql);
        }
      }
      return new RawRows(
          connection, connection.prepareStatement("INSERT INTO rows(id, body) VALUES(?, ?)"));
    } catch (SQLException e) {
      throw new IllegalStateException("the raw database cannot be made", e);
    }
  }

  void add(String body) {
    try {
      insert.setString(1, UUID.randomUUID().toString());
      insert.setString(2, body);
      int unused = insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("the raw row was not stored", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the raw database cannot be closed", e);
    }
  }
}
