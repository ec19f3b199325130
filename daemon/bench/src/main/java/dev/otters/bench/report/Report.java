package dev.otters.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figures of one group.
 *
 * @param title the title of the group
 * @param method a description of the measurement
 * @param figures the figures
 * @param skipped figures that were not measured, with the reason
 */
public record Report(String title, String method, List<Figure> figures, List<String> skipped) {
  /** The names of the columns. */
  public static final List<String> HEADER =
      List.of("figure", "median", "p95", "n", "compared with", "ratio", "goal", "", "others");

  /** Returns the report of a group that was not measured. */
  public static Report without(String title, String method, String reason) {
    return new Report(title, method, List.of(), List.of(reason));
  }

  /** Returns a row of cells for each figure, in the order of {@link #HEADER}. */
  public List<List<String>> rows() {
    return figures.stream().map(Report::cells).toList();
  }

  private static List<String> cells(Figure figure) {
    Quantity measured = figure.measured();
    List<String> cells = new ArrayList<>();
    cells.add(figure.name());
    cells.add(measured.median());
    cells.add(measured.p95());
    cells.add(Integer.toString(measured.samples().count()));
    cells.add(figure.baseline().map(b -> b.name() + " " + b.quantity().median()).orElse(""));
    cells.add(figure.ratio().map(ratio -> String.format(Locale.ROOT, "%.2f×", ratio)).orElse(""));
    cells.add(
        String.join(
            ", ", figure.goals().stream().map(goal -> goal.text(measured.unit())).toList()));
    cells.add(
        switch (figure.verdict()) {
          case MET -> "met";
          case MISSED -> "missed";
          case OPEN -> "";
        });
    cells.add(figure.peers());
    return List.copyOf(cells);
  }
}
