package dev.otters.home.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The statements of one transaction on one connection. */
final class Transaction implements Tx {
  private final Statements statements;
  private final Optional<String> author;
  private final List<Runnable> afterCommit = new ArrayList<>();
  private boolean changesMemory;

  Transaction(Statements statements, Optional<String> author) {
    this.statements = statements;
    this.author = author;
  }

  List<Runnable> committed() {
    return afterCommit;
  }

  /** Returns whether a task after the commit changes what transactions look at. */
  boolean changesMemory() {
    return changesMemory;
  }

  @Override
  public <T> List<T> list(String sql, Function<Row, T> read, @Nullable Object... arguments) {
    return select(sql, read, Integer.MAX_VALUE, arguments);
  }

  @Override
  public <T> Optional<T> first(String sql, Function<Row, T> read, @Nullable Object... arguments) {
    return select(sql, read, 1, arguments).stream().findFirst();
  }

  @Override
  public int execute(String sql, @Nullable Object... arguments) {
    try (Statements.Use use = statements.use(sql)) {
      fill(use.statement(), arguments);
      int changed = use.statement().executeUpdate();
      use.done();
      return changed;
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }

  @Override
  public Optional<String> author() {
    return author;
  }

  @Override
  public void afterCommit(Runnable task) {
    changesMemory = true;
    afterCommit.add(task);
  }

  @Override
  public void announce(Runnable task) {
    afterCommit.add(task);
  }

  private <T> List<T> select(
      String sql, Function<Row, T> read, int limit, @Nullable Object[] arguments) {
    try (Statements.Use use = statements.use(sql)) {
      fill(use.statement(), arguments);
      List<T> found = new ArrayList<>();
      try (ResultSet result = use.statement().executeQuery()) {
        Row row = new Row(result);
        while (found.size() < limit && result.next()) {
          found.add(read.apply(row));
        }
      }
      use.done();
      return found;
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }

  private static void fill(PreparedStatement statement, @Nullable Object[] arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, stored(arguments[i]));
    }
  }

  private static @Nullable Object stored(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Optional<?> optional -> optional.isPresent() ? stored(optional.get()) : null;
      case Boolean flag -> flag ? 1 : 0;
      case Instant time -> time.toEpochMilli();
      case Enum<?> constant -> constant.name();
      case String text -> text;
      case Number number -> number;
      case byte[] bytes -> bytes;
      default -> value.toString();
    };
  }
}
