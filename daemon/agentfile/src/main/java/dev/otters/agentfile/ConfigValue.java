package dev.otters.agentfile;

/** A typed CONFIG value. */
public sealed interface ConfigValue {

  /** A value written {@code true} or {@code false}. */
  record Bool(boolean value) implements ConfigValue {}

  /** A 64-bit integer in decimal notation. */
  record Int(long value) implements ConfigValue {}

  /** Any other number. It is finite, because JSON has no infinity. */
  record Decimal(double value) implements ConfigValue {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if it is infinite or not a number
     */
    public Decimal {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a CONFIG number must be finite: " + value);
      }
    }
  }

  /** Any other value, and any value in quotes; may be empty. */
  record Text(String value) implements ConfigValue {}

  /** Returns the value as a Boolean, a Long, a Double or a String. */
  default Object plain() {
    return switch (this) {
      case Bool(boolean flag) -> flag;
      case Int(long number) -> number;
      case Decimal(double number) -> number;
      case Text(String text) -> text;
    };
  }

  /** Returns the value as text, as in an environment variable. */
  default String text() {
    return plain().toString();
  }

  /**
   * Returns the typed form of an unquoted value: a bool, an int or a float, else a text. {@code
   * inf} and {@code nan} are texts.
   */
  static ConfigValue ofBare(String text) {
    return switch (text) {
      case "true" -> new Bool(true);
      case "false" -> new Bool(false);
      default -> Numbers.read(text);
    };
  }
}
