package dev.otters.home.yaml;

/** An error of a YAML file, whose message starts with {@code file:line:}. */
public final class YamlFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error.
   *
   * @param line the line, counted from 1; 0 if it is unknown
   */
  public YamlFileException(String file, int line, String message) {
    super(file + (line == 0 ? "" : ":" + line) + ": " + message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
