package dev.otters.home.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Reads one row of a result, by column names; valid only within the function that it was given to.
 */
public final class Row {
  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  /** Returns a text that is never NULL; NULL is a {@link StoreException}. */
  public String text(String column) {
    return maybeText(column).orElseThrow(() -> isNull(column));
  }

  /** Returns a text, empty for NULL. */
  public Optional<String> maybeText(String column) {
    try {
      return Optional.ofNullable(result.getString(column));
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }

  /** Returns a number that is never NULL; NULL is a {@link StoreException}. */
  public long number(String column) {
    return maybeNumber(column).orElseThrow(() -> isNull(column));
  }

  /** Returns a number, empty for NULL. */
  public OptionalLong maybeNumber(String column) {
    try {
      long value = result.getLong(column);
      return result.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }

  /**
   * Returns a constant that was stored by its name; a name that the type does not have is a {@link
   * StoreException}.
   */
  public <E extends Enum<E>> E constant(String column, Class<E> type) {
    String name = text(column);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> StoreException.unknown(column, name));
  }

  /** Returns whether the number is not 0; NULL is a {@link StoreException}. */
  public boolean flag(String column) {
    return number(column) != 0;
  }

  /** Returns a UUID that was stored as text; NULL is a {@link StoreException}. */
  public UUID uuid(String column) {
    return UUID.fromString(text(column));
  }

  /**
   * Returns a time that was stored as milliseconds since the epoch; NULL is a {@link
   * StoreException}.
   */
  public Instant time(String column) {
    return Instant.ofEpochMilli(number(column));
  }

  /** Returns a time that was stored as milliseconds since the epoch, empty for NULL. */
  public Optional<Instant> maybeTime(String column) {
    OptionalLong millis = maybeNumber(column);
    return millis.isPresent()
        ? Optional.of(Instant.ofEpochMilli(millis.getAsLong()))
        : Optional.empty();
  }

  private static StoreException isNull(String column) {
    return new StoreException(StoreException.Reason.STATEMENT, "column " + column + " is NULL");
  }
}
