package dev.otters.bench.report;

import java.util.List;

/** Replaces the figures between two markers of a page, and keeps the text around them. */
public final class PerformancePage {
  /** The line before the figures. */
  public static final String BEGIN = "<!-- figures: written by ./gradlew bench -->";

  /** The line after the figures. */
  public static final String END = "<!-- figures: end -->";

  private PerformancePage() {}

  /**
   * Replaces the figures of a page.
   *
   * @param page the current page
   * @param circumstances the machine, the day and the command, one a line
   * @param reports the measured groups
   * @return the new page
   * @throws IllegalArgumentException if the page does not have both markers, once and in order
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
