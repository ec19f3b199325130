package dev.otters.models.provider.local.prompt;

import dev.otters.protocol.ToolInput;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a reply of a model, which follows {@link Grammar}, while it arrives. The text of an answer
 * is passed on at once.
 */
public final class ReplyReader {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String ANSWER = "{\"answer\":\"";

  private final Consumer<String> answer;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder said = new StringBuilder();
  private final JsonText decoder = new JsonText();
  private int read = ANSWER.length();

  /**
   * Creates a reader.
   *
   * @param answer receives the pieces of an answer's text
   */
  public ReplyReader(Consumer<String> answer) {
    this.answer = answer;
  }

  /** Reads the next piece, which may end anywhere. */
  public void hear(String piece) {
    text.append(piece);
    if (text.length() >= read && text.indexOf(ANSWER) == 0) {
      String news = decoder.decode(text.substring(read));
      read = text.length();
      if (!news.isEmpty()) {
        said.append(news);
        answer.accept(news);
      }
    }
  }

  /** Returns the text of the answer so far. */
  public String said() {
    return said.toString();
  }

  /** Returns whether the reply is a complete answer. */
  public boolean isAnswer() {
    return decoder.ended();
  }

  /** A tool call. */
  public record Call(String tool, ToolInput input) {}

  /** Returns the call; empty unless it is complete. */
  public Optional<Call> call() {
    try {
      JsonNode json = MAPPER.readTree(text.toString());
      String tool = json.path("tool").asString("");
      ToolInput input =
          new ToolInput(
              json.path("args").valueStream().map(node -> node.asString("")).toList(),
              json.path("stdin").asString(""));
      return tool.isEmpty() ? Optional.empty() : Optional.of(new Call(tool, input));
    } catch (JacksonException e) {
      // The reply is incomplete or not JSON.
      return Optional.empty();
    }
  }
}
