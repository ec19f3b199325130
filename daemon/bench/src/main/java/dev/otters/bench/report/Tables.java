package dev.otters.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Renders tables for terminals and for Markdown. */
public final class Tables {
  private Tables() {}

  /** Renders columns as wide as their widest cell, two spaces apart. */
  public static String plain(List<String> header, List<List<String>> rows) {
    List<List<String>> all = withHeader(header, rows);
    StringBuilder text = new StringBuilder();
    for (List<String> row : all) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).repeat(" ", width(all, i) - row.get(i).length() + 2);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** Renders a Markdown table. Escapes bars in cells. */
  public static String markdown(List<String> header, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    line(text, header);
    line(text, header.stream().map(cell -> "---").toList());
    rows.forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append('|');
    cells.forEach(cell -> text.append(' ').append(cell.replace("|", "\\|")).append(" |"));
    text.append('\n');
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  private static List<List<String>> withHeader(List<String> header, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>(List.of(header));
    all.addAll(rows);
    return all;
  }
}
