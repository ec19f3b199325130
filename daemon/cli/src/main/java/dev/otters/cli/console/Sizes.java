package dev.otters.cli.console;

import dev.otters.api.Progress;
import java.util.Locale;
import java.util.Set;

/** Formats numbers of bytes. */
public final class Sizes {
  private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB"};

  private static final int FEWEST = 100;
  private static final Set<String> PHASES =
      Set.of(
          "build", "check", "copy", "load", "pull", "push", "repair", "save", "upload", "verify",
          "wait");

  private Sizes() {}

  /** Returns whether a step counts bytes of a known total. */
  static boolean counts(Progress progress) {
    return progress.total() >= FEWEST && PHASES.contains(progress.phase());
  }

  /** Returns a number of bytes with three digits, in powers of 1000, such as {@code 12.3MB}. */
  public static String of(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    if (unit == 0) {
      return bytes + UNITS[0];
    }
    String format = value < 9.995 ? "%.2f%s" : value < 99.95 ? "%.1f%s" : "%.0f%s";
    return String.format(Locale.ROOT, format, value, UNITS[unit]);
  }
}
