package dev.otters.server.provider.local;

import dev.otters.protocol.ToolSchema;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes what a model may say, in llama.cpp's GBNF: one JSON object, a tool call or an answer,
 * without spaces between its parts.
 */
final class Grammar {
  /** The escapes for backspace and form feed are left out: models write them for {@code \\b}. */
  private static final String STRING =
      """
      string ::= "\\"" char* "\\""
      char ::= [^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/nrt] | "u" hex hex hex hex)
      hex ::= [0-9a-fA-F]
      answer ::= "{\\"answer\\":" string "}"
      """;

  private Grammar() {}

  /** Returns the grammar of an answer. */
  static String answer() {
    return "root ::= answer\n" + STRING;
  }

  /**
   * Returns the grammar of an answer or a call of one of the tools.
   *
   * @param tools at least one
   */
  static String answerOrCall(List<ToolSchema> tools) {
    String names =
        tools.stream().map(tool -> literal(quoted(tool.name()))).collect(Collectors.joining(" | "));
    return """
    root ::= call | answer
    call ::= "{\\"tool\\":" name ",\\"args\\":[" (string ("," string)*)? "]" stdin? "}"
    stdin ::= ",\\"stdin\\":" string
    name ::= %s
    """
            .formatted(names)
        + STRING;
  }

  private static String quoted(String name) {
    return "\"" + name + "\"";
  }

  private static String literal(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
