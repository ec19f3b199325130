package dev.otters.agentfile;

/** Holds a typed CONFIG value. */
public sealed interface ConfigValue {

  /** A value written {@code true} or {@code false}. */
  record Bool(boolean value) implements ConfigValue {
    @Override
    public String text() {
      return Boolean.toString(value);
    }
  }

  /** A whole decimal number of 64 bits. */
  record Int(long value) implements ConfigValue {
    @Override
    public String text() {
      return Long.toString(value);
    }
  }

  /** Any other number; always finite, so that JSON can hold it. */
  record Decimal(double value) implements ConfigValue {
    /**
     * Checks that the number is finite.
     *
     * @throws IllegalArgumentException if it is infinite or not a number
     */
    public Decimal {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a CONFIG number must be finite: " + value);
      }
    }

    @Override
    public String text() {
      return Double.toString(value);
    }
  }

  /** Everything else, and everything that stood in quotes; may be empty. */
  record Text(String value) implements ConfigValue {
    @Override
    public String text() {
      return value;
    }
  }

  /** Returns the value as a program would read it from its environment. */
  String text();

  /** Types an unquoted value: bool, int, float, else text, as do {@code inf} and {@code nan}. */
  static ConfigValue ofBare(String text) {
    return switch (text) {
      case "true" -> new Bool(true);
      case "false" -> new Bool(false);
      default -> Numbers.read(text);
    };
  }
}
