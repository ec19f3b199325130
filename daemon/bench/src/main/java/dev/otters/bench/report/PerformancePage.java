package dev.otters.bench.report;

import java.util.List;

/** Writes the figures into a page between two markers, and keeps what people wrote around them. */
public final class PerformancePage {
  /** Stands before the figures. */
  public static final String BEGIN = "<!-- figures: written by ./gradlew bench -->";

  /** Stands behind the figures. */
  public static final String END = "<!-- figures: end -->";

  private PerformancePage() {}

  /**
   * Replaces the figures of a page.
   *
   * @param page the page as it is
   * @param circumstances the machine, the day, the command, one a line
   * @param reports what was measured
   * @return the page as it should be
   * @throws IllegalArgumentException when the page has not both markers, once and in order
   */
  public static String replace(String page, List<String> circumstances, List<Report> reports) {
    int begin = only(page, BEGIN);
    int end = only(page, END);
    if (end < begin) {
      throw new IllegalArgumentException("the page has '" + END + "' before '" + BEGIN + "'");
    }
    StringBuilder text = new StringBuilder(page.substring(0, begin)).append(BEGIN).append("\n\n");
    circumstances.forEach(line -> text.append("- ").append(line).append('\n'));
    for (Report report : reports) {
      text.append("\n### ").append(report.title()).append("\n\n");
      text.append(report.method()).append("\n\n");
      if (!report.figures().isEmpty()) {
        text.append(Tables.markdown(Report.HEADER, report.rows()));
      }
      report.skipped().forEach(why -> text.append("\nNot measured: ").append(why).append('\n'));
    }
    return text.append('\n').append(page.substring(end)).toString();
  }

  private static int only(String page, String marker) {
    int at = page.indexOf(marker);
    if (at < 0 || page.indexOf(marker, at + 1) >= 0) {
      throw new IllegalArgumentException("the page must have the line '" + marker + "' once");
    }
    return at;
  }
}
