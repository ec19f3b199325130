package dev.otters.models.chat;

/**
 * A tool that the model may call.
 *
 * @param description what it does and how to use it
 * @param parametersJson the JSON schema of its arguments
 */
public record ToolSchema(String name, String description, String parametersJson) {
  /** The JSON schema of a BIN's input. */
  public static final String BIN_INPUT =
      """
      {"type":"object","properties":{\
      "args":{"type":"array","items":{"type":"string"},\
      "description":"The arguments, one string each. No shell interprets them."},\
      "stdin":{"type":"string","description":"Text for the standard input."}},\
      "additionalProperties":false}\
      """;

  /** Returns the tool for a large model, which needs no example conversations. */
  public ToolSchema withoutExamples() {
    return new ToolSchema(name, ExampleRemover.remove(description), parametersJson);
  }
}
