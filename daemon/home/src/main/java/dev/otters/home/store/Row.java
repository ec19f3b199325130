package dev.otters.home.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/** One row of a result, read by column names. Valid only within the function that receives it. */
public final class Row {
  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  /** Returns a text. Throws {@link StoreException} for NULL. */
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

  /** Returns bytes. Throws {@link StoreException} for NULL. */
  public byte[] bytes(String column) {
    return maybeBytes(column).orElseThrow(() -> isNull(column));
  }

  /** Returns bytes, empty for NULL. */
  public Optional<byte[]> maybeBytes(String column) {
    try {
      return Optional.ofNullable(result.getBytes(column));
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }

  /** Returns a number. Throws {@link StoreException} for NULL. */
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
   * Returns a constant that is stored by its name. Throws {@link StoreException} for an unknown
   * name.
   */
  public <E extends Enum<E>> E constant(String column, Class<E> type) {
    String name = text(column);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> constant.name().equals(name))
        .findFirst()
        .orElseThrow(() -> StoreException.unknown(column, name));
  }

  /** Returns whether the number differs from 0. Throws {@link StoreException} for NULL. */
  public boolean flag(String column) {
    return number(column) != 0;
  }

  /** Returns a UUID that is stored as text. Throws {@link StoreException} for NULL. */
  public UUID uuid(String column) {
    return UUID.fromString(text(column));
  }

  /**
   * Returns a time that is stored as milliseconds since the epoch. Throws {@link StoreException}
   * for NULL.
   */
  public Instant time(String column) {
    return Instant.ofEpochMilli(number(column));
  }

  /** Returns a time that is stored as milliseconds since the epoch, empty for NULL. */
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
