package dev.otters.bench.report;

/** The samples of one quantity, with their unit. */
public record Quantity(Samples samples, Unit unit) {
  /** Returns a quantity of one sample. */
  public static Quantity once(double value, Unit unit) {
    return new Quantity(Samples.of(value), unit);
  }

  /** Returns the median as text. */
  public String median() {
    return unit.text(samples.median());
  }

  /** Returns the 95th percentile as text; empty with fewer than ten samples. */
  public String p95() {
    return samples.count() < 10 ? "" : unit.number(samples.quantile(0.95));
  }
}
