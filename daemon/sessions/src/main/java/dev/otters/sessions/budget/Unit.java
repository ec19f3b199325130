package dev.otters.sessions.budget;

import dev.otters.api.session.Dollars;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** The units of budgets. */
public enum Unit {
  /** Tokens of input and output. */
  TOKENS,
  /** Nanodollars. */
  COST;

  /** The word for no limit. */
  private static final String UNLIMITED = "unlimited";

  private static final int NANO_DIGITS = 9;

  private static final Pattern COUNT = Pattern.compile("\\d{1,15}");

  /**
   * Reads a limit: tokens such as {@code 200000}, dollars such as {@code 2.50}, or {@code
   * unlimited}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public long read(String text) {
    if (text.equals(UNLIMITED)) {
      return Amount.UNLIMITED;
    }
    if (this == COST) {
      return Dollars.nanos(text);
    }
    if (!COUNT.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return Long.parseLong(text);
  }

  /** Returns a limit as {@link #read} reads it. */
  public String written(long limit) {
    if (limit == Amount.UNLIMITED) {
      return UNLIMITED;
    }
    return this == TOKENS
        ? Long.toString(limit)
        : BigDecimal.valueOf(limit, NANO_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Returns a description of the valid limits. */
  public String expected() {
    return (this == TOKENS ? "a number of tokens" : "US dollars such as 2.50")
        + ", or "
        + UNLIMITED;
  }

  /** Returns an amount for people. */
  String text(long amount) {
    return this == TOKENS ? String.format(Locale.ROOT, "%,d", amount) : Dollars.text(amount);
  }

  /** Returns the word in the keys of settings. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
