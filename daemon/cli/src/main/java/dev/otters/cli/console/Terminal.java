package dev.otters.cli.console;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terminal, if any, behind the standard streams.
 *
 * @param columns the width of the screen, 0 when there is none
 * @param rows the height of the screen, 0 when there is none
 * @param colour whether control sequences for colours may be written
 */
public record Terminal(
    boolean in, boolean out, boolean err, int columns, int rows, boolean colour) {
  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;

  /** No terminal, as in a script. */
  public static final Terminal NONE = new Terminal(false, false, false, 0, 0, false);

  /**
   * Parses the properties from the start script.
   *
   * @param streams which of the streams 0, 1 and 2 are terminals, such as {@code "02"}; null or
   *     empty for none
   * @param size as {@code stty size} prints it, {@code "ROWS COLUMNS"}; null or empty when unknown
   * @param variables the environment; {@code NO_COLOR} and {@code TERM=dumb} turn colours off
   */
  public static Terminal of(
      @Nullable String streams, @Nullable String size, Map<String, String> variables) {
    String connected = streams == null ? "" : streams;
    boolean plain =
        !variables.getOrDefault("NO_COLOR", "").isEmpty() || "dumb".equals(variables.get("TERM"));
    boolean out = connected.contains("1");
    boolean err = connected.contains("2");
    boolean any = out || err;
    return new Terminal(
        connected.contains("0"),
        out,
        err,
        any ? number(size, 1, USUAL_COLUMNS) : 0,
        any ? number(size, 0, USUAL_ROWS) : 0,
        !plain && any);
  }

  private static int number(@Nullable String size, int part, int usual) {
    String[] parts = size == null ? new String[0] : size.strip().split(" ", -1);
    try {
      int number = parts.length == 2 ? Integer.parseInt(parts[part]) : 0;
      return number > 0 ? number : usual;
    } catch (NumberFormatException e) {
      return usual;
    }
  }
}
