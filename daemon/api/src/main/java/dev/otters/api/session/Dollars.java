package dev.otters.api.session;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Amounts of US dollars, which are whole numbers of nanodollars. */
public final class Dollars {
  private static final int NANO = 9;
  private static final int FINE = 4;
  private static final long ONE = 1_000_000_000L;
  private static final long SMALLEST = 100_000L;
  private static final Pattern AMOUNT = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

  private Dollars() {}

  /** Returns an amount for people: with cents from a dollar on, and with four decimals below. */
  public static String text(long nanos) {
    if (nanos > 0 && nanos < SMALLEST) {
      return "<$0.0001";
    }
    BigDecimal dollars = BigDecimal.valueOf(nanos, NANO);
    return "$" + dollars.setScale(nanos < ONE ? FINE : 2, RoundingMode.HALF_UP).toPlainString();
  }

  /**
   * Reads an amount such as {@code 2.50}.
   *
   * @return the amount in nanodollars
   * @throws IllegalArgumentException if it is not an amount
   */
  public static long nanos(String text) {
    if (!AMOUNT.matcher(text).matches()) {
      throw new IllegalArgumentException(text);
    }
    return new BigDecimal(text).movePointRight(NANO).longValueExact();
  }
}
