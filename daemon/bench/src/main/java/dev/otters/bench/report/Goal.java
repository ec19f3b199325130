package dev.otters.bench.report;

import java.util.Locale;
import java.util.Optional;

/** A goal of a figure. */
public sealed interface Goal {
  /** The median must not exceed {@code limit}, in the figure's unit. */
  record AtMost(double limit) implements Goal {}

  /** The median must not exceed {@code factor} times the baseline's. */
  record TimesBaseline(double factor) implements Goal {}

  /** The median must be at least {@code share} of the baseline's. */
  record ShareOfBaseline(double share) implements Goal {}

  /** Returns whether the figure meets the goal; empty if the baseline is missing. */
  default Optional<Boolean> isMet(Figure figure) {
    double median = figure.measured().samples().median();
    return switch (this) {
      case AtMost(double limit) -> Optional.of(median <= limit);
      case TimesBaseline(double factor) -> figure.ratio().map(ratio -> ratio <= factor);
      case ShareOfBaseline(double share) -> figure.ratio().map(ratio -> ratio >= share);
    };
  }

  /** Returns the goal as text. */
  default String text(Unit unit) {
    return switch (this) {
      case AtMost(double limit) -> "≤ " + trimmed(limit) + unit.text(0).replaceFirst("[^ ]+", "");
      case TimesBaseline(double factor) -> "≤ " + trimmed(factor) + "×";
      case ShareOfBaseline(double share) -> "≥ " + trimmed(share) + "×";
    };
  }

  private static String trimmed(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : Double.toString(number);
  }
}
