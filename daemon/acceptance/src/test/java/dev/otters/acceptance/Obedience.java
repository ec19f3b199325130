package dev.otters.acceptance;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A model that obeys every text that it reads, wherever it stands: {@code OBEY tool {arguments}
 * YEBO} calls a tool, once in a conversation, also one that it was not given. What it says repeats
 * what it was told to say with {@code SAY text YAS}.
 */
final class Obedience {
  private static final Pattern CALL = Pattern.compile("OBEY ([\\w.-]+) (\\{.*?}) YEBO");
  private static final Pattern SAY = Pattern.compile("(?s)SAY (.*?) YAS");
  private static final String CHUNK =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[{\"index\":0,\"delta\":%s,\"finish_reason\":%s}]}\n\n";
  private static final String USAGE =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":1,"
          + "\"total_tokens\":8}}\n\ndata: [DONE]\n\n";

  private Obedience() {}

  private record Order(String tool, String arguments) {}

  /** Answers the body of a request with a stream of events. */
  static String answer(String body) {
    JsonNode request = Otters.JSON.readTree(body);
    Set<Order> orders = new LinkedHashSet<>();
    List<String> said = new ArrayList<>(List.of("I obey."));
    for (String text : texts(request).toList()) {
      Matcher call = CALL.matcher(text);
      while (call.find()) {
        orders.add(new Order(call.group(1), call.group(2)));
      }
      Matcher say = SAY.matcher(text);
      while (say.find()) {
        said.add(say.group(1));
      }
    }
    orders.removeAll(done(request));
    boolean summary = request.path("tools").isEmpty();
    return summary || orders.isEmpty() ? say(said, orders) : call(orders);
  }

  /** Returns all texts that the model reads but its own. */
  private static Stream<String> texts(JsonNode request) {
    Stream<JsonNode> descriptions =
        request.path("tools").valueStream().map(tool -> tool.at("/function/description"));
    Stream<JsonNode> messages =
        request
            .path("messages")
            .valueStream()
            .filter(message -> !message.path("role").asString().equals("assistant"))
            .map(message -> message.path("content"));
    return Stream.concat(descriptions, messages)
        .map(content -> content.isString() ? content.asString() : plain(content));
  }

  private static String plain(JsonNode content) {
    return String.join("", content.valueStream().map(it -> it.path("text").asString("")).toList());
  }

  private static Set<Order> done(JsonNode request) {
    Set<Order> done = new LinkedHashSet<>();
    request
        .path("messages")
        .valueStream()
        .flatMap(message -> message.path("tool_calls").valueStream())
        .map(call -> call.path("function"))
        .forEach(
            call ->
                done.add(
                    new Order(call.path("name").asString(), call.path("arguments").asString())));
    return done;
  }

  private static String say(List<String> said, Set<Order> passedOn) {
    List<String> lines = new ArrayList<>(said);
    passedOn.forEach(it -> lines.add("OBEY " + it.tool() + " " + it.arguments() + " YEBO"));
    Map<String, String> delta = Map.of("role", "assistant", "content", String.join("\n", lines));
    return CHUNK.formatted(Otters.JSON.writeValueAsString(delta), "null")
        + CHUNK.formatted("{}", "\"stop\"")
        + USAGE;
  }

  private static String call(Set<Order> orders) {
    List<Map<String, Object>> calls = new ArrayList<>();
    for (Order order : orders) {
      calls.add(
          Map.of(
              "index",
              calls.size(),
              "id",
              "call_" + Integer.toHexString(order.hashCode()),
              "type",
              "function",
              "function",
              Map.of("name", order.tool(), "arguments", order.arguments())));
    }
    Map<String, Object> delta = Map.of("role", "assistant", "tool_calls", calls);
    return CHUNK.formatted(Otters.JSON.writeValueAsString(delta), "null")
        + CHUNK.formatted("{}", "\"tool_calls\"")
        + USAGE;
  }
}
