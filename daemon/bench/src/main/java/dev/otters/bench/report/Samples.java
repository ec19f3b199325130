package dev.otters.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * The values of repeated measurements.
 *
 * @param values at least one value, in the order of measurement
 */
public record Samples(List<Double> values) {
  /** Rejects an empty list. */
  public Samples {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
  }

  /** Returns samples with the given values. */
  public static Samples of(double... values) {
    return new Samples(Arrays.stream(values).boxed().toList());
  }

  /** Returns the number of values. */
  public int count() {
    return values.size();
  }

  /** Returns the median; the mean of the two middle values for an even count. */
  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /**
   * Returns a quantile: the smallest value that is not less than the given share of all values.
   *
   * @param share greater than 0, at most 1
   */
  public double quantile(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("not a share between 0 and 1: " + share);
    }
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }
}
