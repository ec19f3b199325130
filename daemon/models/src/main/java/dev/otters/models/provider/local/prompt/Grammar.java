package dev.otters.models.provider.local.prompt;

import dev.otters.models.chat.ToolSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes the grammar of answers in llama.cpp's GBNF: one JSON object without spaces, which is a
 * tool call or an answer.
 */
final class Grammar {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** Omits the escapes for backspace and form feed, which models write instead of {@code \\b}. */
  private static final String STRING =
      """
      string ::= "\\"" char* "\\""
      char ::= [^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/nrt] | "u" hex hex hex hex)
      hex ::= [0-9a-fA-F]
      answer ::= "{\\"answer\\":" string "}"
      """;

  private Grammar() {}

  static String answer() {
    return "root ::= answer\n" + STRING;
  }

  /**
   * Returns the grammar of an answer or a call of one of the tools.
   *
   * @param tools at least one
   */
  static String answerOrCall(List<ToolSchema> tools) {
    return "root ::= call | answer\n" + calls(tools) + STRING;
  }

  /**
   * Returns the grammar of a call of one of the tools.
   *
   * @param tools at least one
   */
  static String call(List<ToolSchema> tools) {
    return "root ::= call\n" + calls(tools) + STRING;
  }

  private static String calls(List<ToolSchema> tools) {
    String any = tools.stream().map(Grammar::call).collect(Collectors.joining(" | "));
    return """
    call ::= "{\\"tool\\":" (%s) stdin? "}"
    stdin ::= ",\\"stdin\\":" string
    """
        .formatted(any);
  }

  private static String call(ToolSchema tool) {
    String name = literal(json(tool.name()) + ",\"args\":[");
    return name + " " + arguments(tool) + " \"]\"";
  }

  private static String arguments(ToolSchema tool) {
    return UsageExamples.form(tool).map(Grammar::arguments).orElse("(string (\",\" string)*)?");
  }

  private static String arguments(ArgumentForm form) {
    List<String> all =
        new ArrayList<>(form.fixed().stream().map(arg -> literal(json(arg))).toList());
    all.addAll(Collections.nCopies(form.free(), "string"));
    return String.join(" \",\" ", all);
  }

  private static String json(String text) {
    return MAPPER.writeValueAsString(text);
  }

  private static String literal(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
