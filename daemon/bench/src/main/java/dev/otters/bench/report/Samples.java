package dev.otters.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * Holds what repeated measurements gave.
 *
 * @param values in the order measured, at least one
 */
public record Samples(List<Double> values) {
  /** Refuses an empty list. */
  public Samples {
    values = List.copyOf(values);
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
  }

  /** Holds these values. */
  public static Samples of(double... values) {
    return new Samples(Arrays.stream(values).boxed().toList());
  }

  /** Returns how often it was measured. */
  public int count() {
    return values.size();
  }

  /** Returns the middle value; the mean of both when there are two. */
  public double median() {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /**
   * Returns the smallest measured value that is not less than this share of all.
   *
   * @param share above 0, at most 1
   */
  public double quantile(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("no share of the values: " + share);
    }
    List<Double> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }
}
