package dev.otters.home.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads from one consistent view of the database. Arguments stand for the {@code ?} of the
 * statement: text, numbers, booleans, UUIDs, instants, enums (by name), byte arrays, {@code null},
 * and optionals of these.
 */
public interface Rows {
  /** Returns every row, in the order of the statement. */
  <T> List<T> list(String sql, Function<Row, T> read, @Nullable Object... arguments);

  /** Returns the first row, empty where there is none. */
  <T> Optional<T> first(String sql, Function<Row, T> read, @Nullable Object... arguments);

  /**
   * Returns the number in the column {@code n} of the first row, 0 where there is no row or it is
   * NULL.
   */
  default long number(String sql, @Nullable Object... arguments) {
    return first(sql, row -> row.maybeNumber("n").orElse(0), arguments).orElse(0L);
  }

  /** Returns whether there is a row. */
  default boolean any(String sql, @Nullable Object... arguments) {
    return first(sql, row -> true, arguments).isPresent();
  }
}
