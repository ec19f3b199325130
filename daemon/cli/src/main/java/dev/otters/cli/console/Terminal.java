package dev.otters.cli.console;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terminal, if any, behind the standard streams.
 *
 * @param columns the width of the screen, 0 when there is none
 * @param colour whether control sequences for colours may be written
 */
public record Terminal(boolean in, boolean out, boolean err, int columns, boolean colour) {
  private static final int USUAL_COLUMNS = 80;

  /** No terminal, as in a script. */
  public static final Terminal NONE = new Terminal(false, false, false, 0, false);

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
    int columns = out || err ? columns(size) : 0;
    return new Terminal(connected.contains("0"), out, err, columns, !plain && (out || err));
  }

  private static int columns(@Nullable String size) {
    String[] parts = size == null ? new String[0] : size.strip().split(" ", -1);
    try {
      int columns = parts.length == 2 ? Integer.parseInt(parts[1]) : 0;
      return columns > 0 ? columns : USUAL_COLUMNS;
    } catch (NumberFormatException e) {
      return USUAL_COLUMNS;
    }
  }
}
