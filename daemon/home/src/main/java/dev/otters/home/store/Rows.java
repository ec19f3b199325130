package dev.otters.home.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a consistent snapshot of the database. The arguments replace the {@code ?} of the
 * statement. They are texts, numbers, booleans, UUIDs, instants, enums (by name), byte arrays,
 * {@code null}, and optionals of these.
 */
public interface Rows {
  /** Returns every row, in the order of the statement. */
  <T> List<T> list(String sql, Function<Row, T> read, @Nullable Object... arguments);

  /** Returns the first row, empty if there is none. */
  <T> Optional<T> first(String sql, Function<Row, T> read, @Nullable Object... arguments);

  /**
   * Returns the number in the column {@code n} of the first row, or 0 if there is no row or the
   * number is NULL.
   */
  default long number(String sql, @Nullable Object... arguments) {
    return first(sql, row -> row.maybeNumber("n").orElse(0), arguments).orElse(0L);
  }

  /** Returns whether there is a row. */
  default boolean any(String sql, @Nullable Object... arguments) {
    return first(sql, row -> true, arguments).isPresent();
  }
}
