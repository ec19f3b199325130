package dev.otters.models.provider.langchain4j;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import dev.otters.models.provider.Timeouts;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * What vendors send, in the form of their references.
 *
 * @see <a href="https://platform.claude.com/docs/en/build-with-claude/streaming">Anthropic</a>
 * @see <a href="https://platform.openai.com/docs/api-reference/chat-streaming">OpenAI</a>
 * @see <a href="https://ai.google.dev/api/generate-content">Google</a>
 */
final class Replies {
  static final String KEY = "sk-test-3f9a1c77e0d24b5d8a6e";

  /** Values for the options that all kinds of vendors know. */
  static final Map<String, String> OPTIONS =
      Map.of(
          "temperature", "0",
          "top-p", "0.9",
          "top-k", "40",
          "presence-penalty", "0.5",
          "frequency-penalty", "0.25",
          "max-tokens", "100");

  static final JsonMapper JSON = JsonMapper.builder().build();
  static final Timeouts SHORT =
      new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(20));

  private Replies() {}

  static Provider open(String kind, URI base, Timeouts timeouts) {
    return ChatProviders.open(
        new ProviderConfig(
            "acme", kind, Optional.of(new Secret(KEY)), Optional.of(base), List.of(), timeouts));
  }

  static CompletionRequest request(String text) {
    return new CompletionRequest(
        "some-model", List.of(new ChatMessage.User(text)), List.of(), Map.of());
  }

  static String quoted(String text) {
    return JSON.writeValueAsString(text);
  }

  /** Returns a whole answer of text. */
  static String answer(String kind, String... pieces) {
    return switch (kind) {
      case "anthropic" -> begun(kind, pieces) + Anthropic.end("end_turn");
      case "google" -> begun(kind, pieces) + Google.end("STOP");
      default -> begun(kind, pieces) + OpenAi.end("stop");
    };
  }

  /** Returns an answer of text without its end. */
  static String begun(String kind, String... pieces) {
    return switch (kind) {
      case "anthropic" -> Anthropic.START + (pieces.length == 0 ? "" : Anthropic.text(0, pieces));
      case "google" -> Google.text(pieces);
      default -> OpenAi.text(pieces);
    };
  }

  /** Returns a list of models. */
  static String models(String kind, String name) {
    return kind.equals("google")
        ? "{\"models\":[{\"name\":\"models/"
            + name
            + "\",\"supportedGenerationMethods\":[\"generateContent\"]}]}"
        : "{\"data\":[{\"id\":\"" + name + "\"}]}";
  }

  static final class Anthropic {
    static final String START =
        event(
            "message_start",
            """
            {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",\
            "content":[],"model":"some-model","stop_reason":null,"stop_sequence":null,\
            "usage":{"input_tokens":25,"output_tokens":1}}}\
            """);
    static final String PING = event("ping", "{\"type\": \"ping\"}");

    private Anthropic() {}

    static String event(String name, String data) {
      return "event: " + name + "\ndata: " + data + "\n\n";
    }

    static String text(int index, String... pieces) {
      StringBuilder all =
          new StringBuilder(
              event(
                  "content_block_start",
                  """
                  {"type":"content_block_start","index":%d,\
                  "content_block":{"type":"text","text":""}}\
                  """
                      .formatted(index)));
      for (String piece : pieces) {
        all.append(delta(index, "{\"type\":\"text_delta\",\"text\":" + quoted(piece) + "}"));
      }
      return all.append(stop(index)).toString();
    }

    static String tool(int index, String id, String name, String... json) {
      StringBuilder all =
          new StringBuilder(
              event(
                  "content_block_start",
                  """
                  {"type":"content_block_start","index":%d,"content_block":\
                  {"type":"tool_use","id":"%s","name":"%s","input":{}}}\
                  """
                      .formatted(index, id, name)));
      all.append(delta(index, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}"));
      for (String piece : json) {
        all.append(
            delta(index, "{\"type\":\"input_json_delta\",\"partial_json\":" + quoted(piece) + "}"));
      }
      return all.append(stop(index)).toString();
    }

    /** Returns a block of any type, with the deltas that complete it. */
    static String block(int index, String start, String... deltas) {
      StringBuilder all =
          new StringBuilder(
              event(
                  "content_block_start",
                  "{\"type\":\"content_block_start\",\"index\":"
                      + index
                      + ",\"content_block\":"
                      + start
                      + "}"));
      for (String delta : deltas) {
        all.append(delta(index, delta));
      }
      return all.append(stop(index)).toString();
    }

    static String end(String reason) {
      return event(
              "message_delta",
              """
              {"type":"message_delta","delta":{"stop_reason":"%s","stop_sequence":null},\
              "usage":{"output_tokens":15}}\
              """
                  .formatted(reason))
          + event("message_stop", "{\"type\":\"message_stop\"}");
    }

    private static String delta(int index, String delta) {
      return event(
          "content_block_delta",
          "{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}");
    }

    private static String stop(int index) {
      return event(
          "content_block_stop", "{\"type\":\"content_block_stop\",\"index\":" + index + "}");
    }
  }

  static final class OpenAi {
    private static final String DATA = "data: ";
    static final String DONE = DATA + "[DONE]\n\n";
    static final String USAGE =
        DATA
            + "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,"
            + "\"model\":\"some-model\",\"choices\":[],\"usage\":{\"prompt_tokens\":25,"
            + "\"completion_tokens\":15,\"total_tokens\":40}}\n\n";

    private OpenAi() {}

    static String delta(String delta, String reason) {
      return DATA
          + "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,"
          + "\"model\":\"some-model\",\"choices\":[{\"index\":0,\"delta\":"
          + delta
          + ",\"logprobs\":null,\"finish_reason\":"
          + reason
          + "}],\"usage\":null}\n\n";
    }

    static String text(String... pieces) {
      StringBuilder all =
          new StringBuilder(delta("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
      for (String piece : pieces) {
        all.append(delta("{\"content\":" + quoted(piece) + "}", "null"));
      }
      return all.toString();
    }

    static String tool(int index, String id, String name, String... json) {
      StringBuilder all =
          new StringBuilder(
              calls(
                  "{\"index\":%d,\"id\":\"%s\",\"type\":\"function\",".formatted(index, id)
                      + "\"function\":{\"name\":\"%s\",\"arguments\":\"\"}}".formatted(name)));
      for (String piece : json) {
        all.append(
            calls(
                "{\"index\":%d,\"function\":{\"arguments\":%s}}".formatted(index, quoted(piece))));
      }
      return all.toString();
    }

    private static String calls(String call) {
      return delta("{\"tool_calls\":[" + call + "]}", "null");
    }

    static String end(String reason) {
      return delta("{}", "\"" + reason + "\"") + USAGE + DONE;
    }
  }

  static final class Google {
    private Google() {}

    /** Returns an event with these parts. */
    static String parts(String parts) {
      return "data: {\"candidates\":[{\"content\":{\"parts\":["
          + parts
          + "],\"role\":\"model\"},\"index\":0}],\"modelVersion\":\"some-model\"}\r\n\r\n";
    }

    static String text(String... pieces) {
      StringBuilder all = new StringBuilder();
      for (String piece : pieces) {
        all.append(parts("{\"text\":" + quoted(piece) + "}"));
      }
      return all.toString();
    }

    /** Returns an event with a call; an empty id stands for none. */
    static String tool(String id, String name, String arguments) {
      return parts(
          "{\"functionCall\":{"
              + (id.isEmpty() ? "" : "\"id\":\"" + id + "\",")
              + "\"name\":\""
              + name
              + "\",\"args\":"
              + arguments
              + "}}");
    }

    static String end(String reason) {
      return "data: {\"candidates\":[{\"content\":{\"role\":\"model\"},\"finishReason\":\""
          + reason
          + "\",\"index\":0}],\"usageMetadata\":{\"promptTokenCount\":25,"
          + "\"candidatesTokenCount\":15,\"totalTokenCount\":40}}\r\n\r\n";
    }
  }
}
