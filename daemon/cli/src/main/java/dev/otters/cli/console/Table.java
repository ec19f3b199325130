package dev.otters.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lays out rows in columns that fit the screen. */
public final class Table {
  private static final int GAP = 3;
  private static final int LEAST = 8;
  private static final Set<String> WHOLE = Set.of("ID", "DIGEST");

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Style> styles = new ArrayList<>();

  /** Makes a table with the titles of its columns. */
  public Table(String... header) {
    this.header = List.of(header);
  }

  /** Adds a row; it has as many cells as the table has columns. */
  public void row(String... cells) {
    row(Style.PLAIN, cells);
  }

  /** Adds a row that has a look of its own on a screen with colours. */
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
   * @param columns the width of the screen; 0 cuts nothing
   */
  public List<String> lines(int columns) {
    int[] widths = widths();
    if (columns > 0) {
      shrink(widths, columns);
    }
    List<String> lines = new ArrayList<>();
    lines.add(line(header, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  /** Prints the table on the result stream, cut to the screen unless everything is wanted. */
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

  /**
   * Takes from the widest column, but not from one that is of no use when cut, until the table fits
   * or no column can give more.
   */
  private void shrink(int[] widths, int columns) {
    int total = IntStream.of(widths).sum() + GAP * (widths.length - 1);
    while (total > columns) {
      OptionalInt widest =
          IntStream.range(0, widths.length)
              .filter(i -> !WHOLE.contains(header.get(i)))
              .filter(i -> widths[i] > Math.max(LEAST, width(header.get(i))))
              .reduce((a, b) -> widths[b] > widths[a] ? b : a);
      if (widest.isEmpty()) {
        return;
      }
      widths[widest.getAsInt()]--;
      total--;
    }
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String cell = cut(cells.get(i), widths[i]);
      line.append(cell).repeat(' ', widths[i] - width(cell) + GAP);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String text, int width) {
    if (width(text) <= width) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static String cell(String text) {
    return Console.harmless(text).replace('\n', ' ').replace('\t', ' ');
  }
}
