package dev.otters.cli.turn;

import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool within a turn.
 *
 * @param args its arguments; of a client's tool, its input as JSON
 * @param exitCode null while it runs, or when it never ran
 * @param durationMillis null while it runs
 * @param failed whether it counts as failed
 */
public record ToolCall(
    String call,
    String name,
    List<String> args,
    @Nullable String stdin,
    @Nullable Integer exitCode,
    @Nullable String stdout,
    @Nullable String stderr,
    @Nullable Long durationMillis,
    boolean failed) {
  static ToolCall started(SessionEvent use) {
    List<String> args = use.type() == EventType.CUSTOM_TOOL_USE ? input(use) : args(use);
    String stdin = use.body().get("stdin") == null ? null : use.text("stdin");
    return new ToolCall(
        use.text("call"), use.text("name"), args, stdin, null, null, null, null, false);
  }

  private static List<String> args(SessionEvent use) {
    return use.body().get("args") instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  private static List<String> input(SessionEvent use) {
    Object input = use.body().get("input");
    return input instanceof Map<?, ?> ? List.of(Json.write(input)) : List.of(use.text("input"));
  }

  ToolCall finished(SessionEvent result) {
    String error = result.text("error");
    String complaint = error.isEmpty() ? result.text("stderr") : error;
    return new ToolCall(
        call,
        name,
        args,
        stdin,
        result.body().get("exitCode") instanceof Number code ? code.intValue() : null,
        result.text(result.type() == EventType.CUSTOM_TOOL_RESULT ? "text" : "stdout"),
        complaint,
        result.body().get("durationMillis") instanceof Number millis ? millis.longValue() : null,
        result.flag("isError"));
  }

  /** Returns the call as one line of shell input. */
  public String commandLine() {
    return commandLine(name, args);
  }

  /** Returns a program with its arguments as one line of shell input. */
  public static String commandLine(String name, List<String> args) {
    return Stream.concat(Stream.of(name), args.stream())
        .map(ToolCall::quoted)
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns a word of a shell, on one line. Invisible characters, those that control a screen and
   * those that look like a blank have escapes.
   */
  public static String quoted(String word) {
    if (word.matches("[A-Za-z0-9_./:=@%+,-]+")) {
      return word;
    }
    if (word.codePoints().noneMatch(ToolCall::isHidden)) {
      return "'" + word.replace("'", "'\\''") + "'";
    }
    StringBuilder escaped = new StringBuilder("$'");
    word.codePoints().forEach(character -> escape(escaped, character));
    return escaped.append('\'').toString();
  }

  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.SPACE_SEPARATOR -> character != ' ';
      default -> false;
    };
  }

  private static void escape(StringBuilder escaped, int character) {
    switch (character) {
      case '\n' -> escaped.append("\\n");
      case '\t' -> escaped.append("\\t");
      case '\\', '\'' -> escaped.append('\\').appendCodePoint(character);
      default -> {
        if (!isHidden(character)) {
          escaped.appendCodePoint(character);
        } else if (character < 0x80) {
          escaped.append("\\x").append(HexFormat.of().toHexDigits((byte) character));
        } else {
          escaped.append("\\U").append(HexFormat.of().toHexDigits(character));
        }
      }
    }
  }
}
