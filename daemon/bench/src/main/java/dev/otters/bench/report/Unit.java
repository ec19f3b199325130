package dev.otters.bench.report;

import java.util.Locale;

/** The unit of a number. */
public enum Unit {
  MILLISECONDS("ms"),
  MICROSECONDS("µs"),
  /** Megabytes of 10⁶ bytes. */
  MEGABYTES("MB"),
  MEGABYTES_PER_SECOND("MB/s");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** Formats a number with its significant digits, without the unit. */
  public String number(double value) {
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", value);
  }

  /** Formats a number with the unit. */
  public String text(double value) {
    return number(value) + " " + symbol;
  }
}
