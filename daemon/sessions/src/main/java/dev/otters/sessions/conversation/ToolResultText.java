package dev.otters.sessions.conversation;

import static dev.otters.protocol.EventBody.ToolResult.NO_EXIT_CODE;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.EventBody;
import tools.jackson.databind.JsonNode;

/** Formats a tool's result for the model. */
public final class ToolResultText {
  private ToolResultText() {}

  /** Returns the message that brings a result to the model. */
  public static ChatMessage.ToolResult message(EventBody.ToolResult result) {
    return new ChatMessage.ToolResult(result.call(), result.name(), of(result), result.isError());
  }

  /**
   * Returns the message that brings the result of a client's tool to the model.
   *
   * @param result the body of a {@code user.custom_tool_result}
   */
  static ChatMessage.ToolResult ofClient(JsonNode result) {
    String text = result.path("text").asString();
    return new ChatMessage.ToolResult(
        result.path("call").asString(),
        result.path("name").asString(),
        text.isBlank() ? "(no output)\n" : text,
        result.path("isError").asBoolean(false));
  }

  private static String of(EventBody.ToolResult result) {
    StringBuilder text =
        new StringBuilder(result.stdout().length() + result.stderr().length() + 128);
    result.error().ifPresent(error -> text.append("error: ").append(error).append('\n'));
    if (result.exitCode() != NO_EXIT_CODE) {
      text.append("exit code ").append(result.exitCode()).append(", ");
    }
    text.append(result.durationMillis()).append(" ms\n");
    section(text, "stdout", result.stdout());
    section(text, "stderr", result.stderr());
    if (result.stdout().isEmpty() && result.stderr().isEmpty() && result.error().isEmpty()) {
      text.append("(no output)\n");
    }
    if (result.truncated()) {
      text.append("The output above was cut.");
      result.outputFile().ifPresent(file -> text.append(" It is kept in ").append(file));
      text.append('\n');
    }
    return text.toString();
  }

  private static void section(StringBuilder text, String title, String content) {
    if (content.isEmpty()) {
      return;
    }
    text.append(title).append(":\n").append(content);
    if (!content.endsWith("\n")) {
      text.append('\n');
    }
  }
}
