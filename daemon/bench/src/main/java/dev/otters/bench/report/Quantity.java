package dev.otters.bench.report;

/** Is what was measured of one thing. */
public record Quantity(Samples samples, Unit unit) {
  /** Measured once. */
  public static Quantity once(double value, Unit unit) {
    return new Quantity(Samples.of(value), unit);
  }

  /** Writes the median. */
  public String median() {
    return unit.text(samples.median());
  }

  /** Writes the value that 95 of 100 do not exceed; empty with fewer than ten samples. */
  public String p95() {
    return samples.count() < 10 ? "" : unit.number(samples.quantile(0.95));
  }
}
