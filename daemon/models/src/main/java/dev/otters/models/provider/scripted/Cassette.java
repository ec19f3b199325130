package dev.otters.models.provider.scripted;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.MessageFile;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answers of a recorded conversation, in the form that {@code otters session export} writes
 * (docs/sessions.md).
 */
record Cassette(List<Take> takes) {
  private static final JsonMapper JSON = JsonMapper.shared();

  Cassette {
    takes = List.copyOf(takes);
  }

  /**
   * A recorded answer.
   *
   * @param user the message of the user
   * @param step the number of the answer after this message, from 1
   */
  record Take(String user, int step, Answer answer) {}

  /**
   * Reads a recording. Lines that are no messages, calls or results are ignored, and so are parts
   * of answers that were interrupted.
   *
   * @throws IllegalArgumentException if a line is not a JSON object; the message has its number
   */
  static Cassette parse(List<String> lines) {
    Reader reader = new Reader();
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        add(reader, lines.get(i), i + 1);
      }
    }
    reader.end();
    return new Cassette(reader.takes);
  }

  private static void add(Reader reader, String line, int number) {
    JsonNode row = row(line, number);
    if (!row.isObject()) {
      throw new IllegalArgumentException("line " + number + " is not a JSON object");
    }
    try {
      reader.add(row);
    } catch (NotBase64 e) {
      throw new IllegalArgumentException(
          "line " + number + " has a file whose data is not base64", e);
    } catch (JsonNodeException e) {
      throw new IllegalArgumentException(
          "line " + number + " has a field of the wrong type: " + e.getOriginalMessage(), e);
    }
  }

  private static JsonNode row(String line, int number) {
    try {
      return JSON.readTree(line);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "line " + number + " is not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /**
   * Returns the answer to a message.
   *
   * @param occurrence how often the same message came before
   */
  Optional<Answer> find(String user, int step, int occurrence) {
    List<Answer> found =
        takes.stream()
            .filter(take -> take.step() == step && take.user().equals(user))
            .map(Take::answer)
            .toList();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(found.get(Math.min(occurrence, found.size() - 1)));
  }

  private static final class NotBase64 extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotBase64(IllegalArgumentException cause) {
      super(cause);
    }
  }

  /** Collects an answer until something else than its text and calls comes. */
  private static final class Reader {
    private final List<Take> takes = new ArrayList<>();
    private final List<ToolCall> calls = new ArrayList<>();
    private final Map<String, byte[]> files = new HashMap<>();
    private String text = "";
    private String user = "";
    private int steps;

    void add(JsonNode row) {
      switch (row.path("type").asString()) {
        case "message" -> message(row);
        case "tool_call" ->
            calls.add(
                new ToolCall(
                    row.path("tool_call_id").asString(),
                    row.path("tool").asString(),
                    row.path("arguments").toString()));
        case "tool_result" -> end();
        case "file" -> files.put(row.path("sha256").asString(), data(row));
        default -> {}
      }
    }

    private static byte[] data(JsonNode file) {
      try {
        return Base64.getDecoder().decode(file.path("data").asString());
      } catch (IllegalArgumentException e) {
        throw new NotBase64(e);
      }
    }

    private void message(JsonNode row) {
      JsonNode about = row.path("metadata");
      boolean cut = about.path("partial").asBoolean() || about.path("interrupted").asBoolean();
      if (row.path("role").asString().equals("user")) {
        end();
        user = row.path("content").asString() + shown(row.path("files"));
        steps = 0;
      } else if (!cut) {
        end();
        text = row.path("content").asString();
      }
    }

    /** Returns the files of a message as its text shows them to a model. */
    private String shown(JsonNode sent) {
      StringBuilder texts = new StringBuilder();
      StringBuilder others = new StringBuilder();
      for (JsonNode member : sent) {
        MessageFile file =
            new MessageFile(
                member.path("name").asString(),
                member.path("media_type").asString(),
                member.path("size").asLong(),
                member.path("sha256").asString());
        if (file.isText()) {
          byte[] data = files.getOrDefault(file.sha256(), new byte[0]);
          texts.append("\n\n").append(file.block(new String(data, UTF_8)));
        } else {
          others.append("\n\n").append(file.line());
        }
      }
      return texts.toString() + others;
    }

    void end() {
      if (!text.isEmpty() || !calls.isEmpty()) {
        takes.add(new Take(user, ++steps, new Answer(text, calls)));
        text = "";
        calls.clear();
      }
    }
  }
}
