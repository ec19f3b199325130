package dev.otters.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lays out rows in columns that fit the screen. Drops columns when there is no room. */
public final class Table {
  private static final int GAP = 3;
  private static final int LEAST = 8;
  private static final int LEAST_READABLE = 20;
  private static final int FEWEST_COLUMNS = 2;
  private static final Set<String> WHOLE = Set.of("ID", "DIGEST", "CREATED");

  /** Columns that are cut in the middle, since references differ at both ends. */
  private static final Set<String> REFERENCES = Set.of("REF", "IMAGE");

  /** Columns that say nothing when only a few characters are left. */
  private static final Set<String> READABLE = Set.of("REF", "IMAGE", "STATUS");

  /** Columns that are dropped where there is no room for all, in this order. */
  private static final List<String> LEAST_WANTED =
      List.of("CREATED", "EXECUTOR", "MODEL", "PLATFORMS", "LICENCE", "MAX-OUTPUT");

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Style> styles = new ArrayList<>();

  /** Creates a table with these column titles. */
  public Table(String... header) {
    this.header = List.of(header);
  }

  /** Adds a row with one cell for each column. */
  public void row(String... cells) {
    row(Style.PLAIN, cells);
  }

  /** Adds a row with a style. */
  public void row(Style style, String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + header.size() + " columns");
    }
    rows.add(Stream.of(cells).map(Table::cell).toList());
    styles.add(style);
  }

  /**
   * Returns the lines of the table.
   *
   * @param columns the width of the screen; 0 for unlimited
   */
  public List<String> lines(int columns) {
    int[] widths = widths();
    List<Integer> shown = new ArrayList<>(IntStream.range(0, widths.length).boxed().toList());
    if (columns > 0) {
      drop(shown, widths, columns);
      shrink(shown, widths, columns);
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(header, shown, widths));
    rows.forEach(row -> lines.add(line(row, shown, widths)));
    return lines;
  }

  /** Prints the table, cut to the screen unless all of it was requested. */
  public void print(Console console, boolean everything) {
    boolean fit = console.terminal().out() && !everything;
    List<String> lines = lines(fit ? console.terminal().columns() : 0);
    console.line(lines.getFirst());
    for (int i = 0; i < rows.size(); i++) {
      console.line(console.styledResult(styles.get(i), lines.get(i + 1)));
    }
  }

  private int[] widths() {
    int[] widths = new int[header.size()];
    for (int i = 0; i < widths.length; i++) {
      int column = i;
      widths[i] =
          Stream.concat(Stream.of(header), rows.stream())
              .mapToInt(row -> width(row.get(column)))
              .max()
              .orElse(0);
    }
    return widths;
  }

  /** Drops columns until the minimum widths fit. */
  private void drop(List<Integer> shown, int[] widths, int columns) {
    while (shown.size() > FEWEST_COLUMNS
        && shown.stream().mapToInt(i -> least(i, widths) + GAP).sum() - GAP > columns) {
      Integer goes =
          LEAST_WANTED.stream()
              .flatMap(title -> shown.stream().filter(i -> header.get(i).equals(title)))
              .findFirst()
              .orElse(shown.getLast());
      shown.remove(goes);
    }
  }

  private int least(int column, int[] widths) {
    String title = header.get(column);
    int least = READABLE.contains(title) ? LEAST_READABLE : Math.max(LEAST, width(title));
    return WHOLE.contains(title) ? widths[column] : Math.min(widths[column], least);
  }

  /** Narrows the widest column that is above its minimum width, until the table fits. */
  private void shrink(List<Integer> shown, int[] widths, int columns) {
    int total = shown.stream().mapToInt(i -> widths[i] + GAP).sum() - GAP;
    while (total > columns) {
      OptionalInt widest =
          shown.stream()
              .mapToInt(i -> i)
              .filter(i -> widths[i] > least(i, widths))
              .reduce((a, b) -> widths[b] > widths[a] ? b : a);
      if (widest.isEmpty()) {
        return;
      }
      widths[widest.getAsInt()]--;
      total--;
    }
  }

  private String line(List<String> cells, List<Integer> shown, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i : shown) {
      String cell = cut(cells.get(i), widths[i], REFERENCES.contains(header.get(i)));
      line.append(cell).repeat(' ', widths[i] - width(cell) + GAP);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int width, boolean inTheMiddle) {
    if (width(text) <= width) {
      return text;
    }
    int end = inTheMiddle ? 2 * (width - 1) / 3 : 0;
    return Columns.first(text, width - 1 - end) + "…" + Columns.last(text, end);
  }

  private static int width(String text) {
    return Columns.of(text);
  }

  private static String cell(String text) {
    return Console.harmless(text).replace('\n', ' ').replace('\t', ' ');
  }
}
