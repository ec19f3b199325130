package dev.otters.agents.wire;

import dev.otters.models.provider.VendorSocket;
import java.io.IOException;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;

/**
 * A vendor that thinks, calls up to three tools at once, and sometimes fails or breaks off.
 *
 * @param kind {@code anthropic}, {@code google} or {@code openai}
 */
record ThinkingVendor(String kind, Random random) {
  static final String SIGNATURE = "c2lnbmF0dXJl";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  void answer(VendorSocket.Line line) throws IOException, InterruptedException {
    if (random.nextInt(12) == 0) {
      VendorSocket.json(529, "{\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}}")
          .play(line);
      return;
    }
    int calls = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(3);
    String events =
        switch (kind) {
          case "anthropic" -> anthropic(calls);
          case "google" -> google(calls);
          default -> openAi(calls);
        };
    if (random.nextInt(12) == 0) {
      line.begin().piece(events.substring(0, events.length() / 2));
      return;
    }
    line.begin().piece(events).end();
  }

  private String text() {
    return JSON.writeValueAsString(random.nextInt(3) == 0 ? "" : "Let me \u00e4 look. ");
  }

  /** Half of the answers match a schema of objects. */
  private String answer() {
    return random.nextBoolean() ? "Done." : "{}";
  }

  private String name() {
    return random.nextInt(4) == 0 ? "t_0" : "sh";
  }

  private String arguments() {
    return switch (random.nextInt(4)) {
      case 0 -> "";
      case 1 -> "{ \"args\" : [\"-l\", \"\u00fc\"], \"stdin\": \"1.50\" }";
      case 2 -> "{\"args\": [unfinished";
      default -> "{\"args\":[\"" + random.nextInt(1000) + "\"]}";
    };
  }

  private String anthropic(int calls) {
    StringBuilder all = new StringBuilder();
    all.append(
        event(
            "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"type\":\"message\",\"role\":"
                + "\"assistant\",\"content\":[],\"model\":\"m\",\"stop_reason\":null,\"usage\":"
                + "{\"input_tokens\":25,\"output_tokens\":1}}}"));
    int index = 0;
    for (int thoughts = random.nextInt(3); thoughts > 0; thoughts--) {
      all.append(
          block(
              index++,
              "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
              "{\"type\":\"thinking_delta\",\"thinking\":\"I \u00e4 \\\"think\\\".\"}",
              "{\"type\":\"signature_delta\",\"signature\":\"" + SIGNATURE + "\"}"));
      all.append(
          block(
              index++,
              "{\"type\":\"text\",\"text\":\"\"}",
              "{\"type\":\"text_delta\",\"text\":" + text() + "}"));
    }
    if (calls == 0) {
      all.append(
          block(
              index++,
              "{\"type\":\"text\",\"text\":\"\"}",
              "{\"type\":\"text_delta\",\"text\":\"" + answer() + "\"}"));
    }
    for (int call = 0; call < calls; call++) {
      all.append(
          block(
              index++,
              "{\"type\":\"tool_use\",\"id\":\"toolu_%d\",\"name\":\"%s\",\"input\":{}}"
                  .formatted(random.nextInt(1_000_000), name()),
              "{\"type\":\"input_json_delta\",\"partial_json\":"
                  + JSON.writeValueAsString(arguments())
                  + "}"));
    }
    String reason = calls == 0 ? "end_turn" : "tool_use";
    return all
        + event(
            "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"%s\"},\"usage\":{\"output_tokens\":9}}"
                .formatted(reason))
        + event("{\"type\":\"message_stop\"}");
  }

  private static String block(int index, String start, String... deltas) {
    StringBuilder all = new StringBuilder();
    all.append(
        event(
            "{\"type\":\"content_block_start\",\"index\":%d,\"content_block\":%s}"
                .formatted(index, start)));
    for (String delta : deltas) {
      all.append(
          event(
              "{\"type\":\"content_block_delta\",\"index\":%d,\"delta\":%s}"
                  .formatted(index, delta)));
    }
    return all + event("{\"type\":\"content_block_stop\",\"index\":" + index + "}");
  }

  private static String event(String data) {
    return "data: " + data + "\n\n";
  }

  private String google(int calls) {
    StringBuilder all = new StringBuilder();
    all.append(parts("{\"text\":" + (calls == 0 ? "\"Done.\"" : text()) + "}"));
    if (random.nextBoolean()) {
      all.append(parts("{\"text\":\" \u00e4\"," + signature() + "}"));
    }
    for (int call = 0; call < calls; call++) {
      String id = random.nextBoolean() ? "" : "\"id\":\"f" + random.nextInt(1_000_000) + "\",";
      String made = "\"name\":\"%s\",\"args\":%s".formatted(name(), objectArguments());
      String signed = random.nextBoolean() ? "" : "," + signature();
      all.append(parts("{\"functionCall\":{" + id + made + "}" + signed + "}"));
    }
    return all
        + event(
            "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":9}}");
  }

  private String objectArguments() {
    return random.nextBoolean()
        ? "{ \"args\" : [\"-l\", \"\u00fc\"], \"n\": 1.50, \"e\": 1e400 }"
        : "{\"args\":[\"" + random.nextInt(1000) + "\"]}";
  }

  private static String signature() {
    return "\"thoughtSignature\":\"" + SIGNATURE + "\"";
  }

  private static String parts(String parts) {
    return event("{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" + parts + "]}}]}");
  }

  private String openAi(int calls) {
    StringBuilder all = new StringBuilder();
    if (random.nextBoolean()) {
      all.append(delta("{\"reasoning_content\":\"I \u00e4 think.\"}", "null"));
      all.append(delta("{\"reasoning_content\":\"" + SIGNATURE + "\"}", "null"));
    }
    all.append(delta("{\"content\":" + (calls == 0 ? "\"Done.\"" : text()) + "}", "null"));
    for (int call = 0; call < calls; call++) {
      all.append(
          delta(
              "{\"tool_calls\":[{\"index\":%d,\"id\":\"call_%d\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":%s}}]}"
                  .formatted(call, random.nextInt(3), name(), JSON.writeValueAsString(arguments())),
              "null"));
    }
    return all + delta("{}", calls == 0 ? "\"stop\"" : "\"tool_calls\"") + "data: [DONE]\n\n";
  }

  private static String delta(String delta, String reason) {
    return event(
        "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
            + "[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}".formatted(delta, reason));
  }
}
