package dev.otters.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PerformancePageTest {
  private static final Report REPORT =
      new Report(
          "Memory",
          "Idle.",
          List.of(Figure.of("daemon", Quantity.once(90, Unit.MEGABYTES))),
          List.of("runtimes: there is no engine"));

  private static String page(String between) {
    return "# Before\n\n"
        + PerformancePage.BEGIN
        + between
        + PerformancePage.END
        + "\n\nBehind, by hand.\n";
  }

  @Test
  void whatStandsAroundTheFiguresIsKept() {
    String text = PerformancePage.replace(page("\nold\n"), List.of("Date: today"), List.of(REPORT));
    assertThat(text)
        .startsWith("# Before\n\n" + PerformancePage.BEGIN)
        .endsWith(PerformancePage.END + "\n\nBehind, by hand.\n")
        .contains("- Date: today", "### Memory", "Idle.", "| daemon | 90.0 MB |")
        .contains("Not measured: runtimes: there is no engine")
        .doesNotContain("old");
  }

  @Test
  void writingTwiceChangesNothing() {
    String once = PerformancePage.replace(page("\n"), List.of("x"), List.of(REPORT));
    assertThat(PerformancePage.replace(once, List.of("x"), List.of(REPORT))).isEqualTo(once);
  }

  @Test
  void aPageWithoutItsMarkersIsLeftAlone() {
    for (String page : List.of("", PerformancePage.BEGIN, page("") + PerformancePage.END)) {
      assertThatThrownBy(() -> PerformancePage.replace(page, List.of(), List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("once");
    }
  }

  @Test
  void markersInTheWrongOrderAreRefused() {
    String page = PerformancePage.END + PerformancePage.BEGIN;
    assertThatThrownBy(() -> PerformancePage.replace(page, List.of(), List.of()))
        .hasMessageContaining("before");
  }
}
