package dev.otters.bench.report;

import java.util.Locale;

/** Is what a number counts. */
public enum Unit {
  /** Thousandths of a second. */
  MILLISECONDS("ms"),
  /** Millionths of a second. */
  MICROSECONDS("µs"),
  /** Millions of bytes. */
  MEGABYTES("MB"),
  /** Millions of bytes in a second. */
  MEGABYTES_PER_SECOND("MB/s");

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** Writes a number with as many digits as mean something, without the unit. */
  public String number(double value) {
    double size = Math.abs(value);
    return String.format(Locale.ROOT, size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", value);
  }

  /** Writes a number with the unit. */
  public String text(double value) {
    return number(value) + " " + symbol;
  }
}
