package dev.otters.bench.figure;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A table of SQLite with an index of its words, and nothing else. */
record RawTexts(Connection connection, PreparedStatement search) implements AutoCloseable {
  static RawTexts create(Path file, List<String> texts) {
    try {
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        boolean unused = statement.execute("CREATE VIRTUAL TABLE texts USING fts5(body)");
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO texts(body) VALUES(?)")) {
        for (String text : texts) {
          insert.setString(1, text);
          int unused = insert.executeUpdate();
        }
      }
      connection.commit();
      return new RawTexts(
          connection,
          connection.prepareStatement(
              "SELECT body FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT ?"));
    } catch (SQLException e) {
      throw new IllegalStateException("the raw texts cannot be stored", e);
    }
  }

  /** Returns how many texts have any of the words, of which it reads the best. */
  int search(String words, int limit) {
    try {
      search.setString(1, String.join(" OR ", words.split(" ")));
      search.setInt(2, limit);
      int found = 0;
      try (ResultSet rows = search.executeQuery()) {
        while (rows.next()) {
          found += rows.getString(1).isEmpty() ? 0 : 1;
        }
      }
      return found;
    } catch (SQLException e) {
      throw new IllegalStateException("the raw texts cannot be searched", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("the raw texts cannot be closed", e);
    }
  }
}
