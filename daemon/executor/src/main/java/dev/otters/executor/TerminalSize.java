package dev.otters.executor;

/**
 * The size of a terminal in characters.
 *
 * @param rows 0 to 65535; 0 when unknown
 * @param columns 0 to 65535; 0 when unknown
 */
public record TerminalSize(int rows, int columns) {
  private static final int MOST = 65_535;

  public TerminalSize {
    if (rows < 0 || rows > MOST || columns < 0 || columns > MOST) {
      throw new IllegalArgumentException("invalid size: " + rows + " x " + columns);
    }
  }
}
