package dev.otters.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    String table = Tables.plain(List.of("a", "b"), List.of(List.of("long", "x"), List.of("", "y")));
    assertThat(table).isEqualTo("a     b\nlong  x\n      y\n");
  }

  @Test
  void markdownCellsCannotEndTheirCell() {
    String table = Tables.markdown(List.of("a", "b"), List.of(List.of("1|2", "")));
    assertThat(table).isEqualTo("| a | b |\n| --- | --- |\n| 1\\|2 |  |\n");
  }

  @Test
  void aFigureFillsEveryColumn() {
    Figure figure =
        Figure.of("ps", new Quantity(Samples.of(60), Unit.MILLISECONDS))
            .against("docker ps", new Quantity(Samples.of(20), Unit.MILLISECONDS))
            .goal(new Goal.TimesBaseline(5), new Goal.AtMost(100))
            .peers("another 17 ms");
    Report report = new Report("Commands", "How.", List.of(figure), List.of());
    assertThat(report.rows())
        .containsExactly(
            List.of(
                "ps",
                "60.0 ms",
                "",
                "1",
                "docker ps 20.0 ms",
                "3.00×",
                "≤ 5×, ≤ 100 ms",
                "met",
                "another 17 ms"));
    assertThat(report.rows().getFirst()).hasSameSizeAs(Report.HEADER);
  }
}
