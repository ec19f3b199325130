package dev.otters.cli.turn;

import dev.otters.api.session.SessionEvent;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool within a turn.
 *
 * @param args its arguments
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
    List<String> args =
        use.body().get("args") instanceof List<?> list
            ? list.stream().map(String::valueOf).toList()
            : List.of();
    String stdin = use.body().get("stdin") == null ? null : use.text("stdin");
    return new ToolCall(
        use.text("call"), use.text("name"), args, stdin, null, null, null, null, false);
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
        result.text("stdout"),
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

  /** Returns a word of a shell, on one line. Only a word with control characters has escapes. */
  public static String quoted(String word) {
    if (word.matches("[A-Za-z0-9_./:=@%+,-]+")) {
      return word;
    }
    if (word.chars().noneMatch(Character::isISOControl)) {
      return "'" + word.replace("'", "'\\''") + "'";
    }
    StringBuilder escaped = new StringBuilder("$'");
    word.chars().forEach(character -> escape(escaped, (char) character));
    return escaped.append('\'').toString();
  }

  private static void escape(StringBuilder escaped, char character) {
    switch (character) {
      case '\n' -> escaped.append("\\n");
      case '\t' -> escaped.append("\\t");
      case '\\', '\'' -> escaped.append('\\').append(character);
      default -> {
        if (Character.isISOControl(character)) {
          escaped.append("\\x").append(HexFormat.of().toHexDigits((byte) character));
        } else {
          escaped.append(character);
        }
      }
    }
  }
}
