package dev.otters.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The pieces of an answer as they arrive. Not thread-safe. */
public final class Deltas {
  private static final Pattern TIME = Pattern.compile("t(\\d{9,}) ");

  private final long begin = System.nanoTime();
  private final List<Double> lags = new ArrayList<>();
  private double first = Double.NaN;

  void add(String data) {
    if (Double.isNaN(first)) {
      first = Clock.millisSince(begin);
    }
    for (Matcher time = TIME.matcher(data); time.find(); ) {
      lags.add(Clock.millisSince(Long.parseLong(time.group(1))));
    }
  }

  /** Returns the milliseconds from the creation of this object to the first piece. */
  public double first() {
    return first;
  }

  /** Returns the milliseconds that each token of a slow answer took from the vendor to here. */
  public List<Double> lags() {
    return List.copyOf(lags);
  }
}
