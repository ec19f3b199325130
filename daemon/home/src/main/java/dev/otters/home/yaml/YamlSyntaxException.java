package dev.otters.home.yaml;

/** Thrown for text that is not YAML. The message never quotes the text, which may contain a key. */
public final class YamlSyntaxException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  YamlSyntaxException(int line, int column, String why) {
    super("this is not YAML: " + why);
    this.line = line;
    this.column = column;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /** Returns the line, counted from 1; 0 if it is unknown. */
  public int line() {
    return line;
  }

  /** Returns the column, counted from 1; 0 if it is unknown. */
  public int column() {
    return column;
  }
}
