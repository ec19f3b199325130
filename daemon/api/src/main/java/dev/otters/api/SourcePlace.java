package dev.otters.api;

/**
 * A place in a file.
 *
 * @param line counted from 1, 0 for the whole file
 * @param column counted from 1 in Unicode code points, 0 for the whole line
 * @param length the number of code points from there, 0 for the whole line
 */
public record SourcePlace(String file, int line, int column, int length) {
  /** Returns one character of a line, or the whole line when the column is 0. */
  public static SourcePlace of(String file, int line, int column) {
    return new SourcePlace(file, line, column, Math.min(column, 1));
  }

  /** Returns {@code file}, {@code file:line} or {@code file:line:column}. */
  @Override
  public String toString() {
    String lines = line > 0 ? ":" + line : "";
    return file + lines + (line > 0 && column > 0 ? ":" + column : "");
  }
}
