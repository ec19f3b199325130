package dev.otters.models.provider.langchain4j;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members of a message that compatible servers add and want back with it: the reasoning of
 * DeepSeek, Kimi, vLLM and OpenRouter, and Gemini's signatures of tool calls. OpenAI itself adds
 * none.
 */
final class OpenAiReasoning implements Dialect.Reasoning {
  private static final String DETAILS = "reasoning_details";
  private static final String CALLS = "tool_calls";
  private static final String EXTRA = "extra_content";
  private static final List<String> TEXTS = List.of("reasoning_content", "reasoning");

  /** The members of a detail that arrive in pieces. */
  private static final Set<String> PIECES = Set.of("text", "summary");

  private static final int MOST_PARTS = 1 << 10;

  private final ObjectNode members = VendorJson.object();
  private final Pieces pieces = new Pieces();

  @Override
  public void add(JsonNode event) {
    JsonNode delta = event.path("choices").path(0).path("delta");
    TEXTS.forEach(name -> pieces.add(members, name, delta.path(name)));
    for (JsonNode detail : delta.path(DETAILS)) {
      ArrayNode details = members.withArray(DETAILS);
      part(details, detail.path("index").asInt(details.size())).ifPresent(it -> join(it, detail));
    }
    for (JsonNode call : delta.path(CALLS)) {
      if (call.has(EXTRA)) {
        part(members.withArray(CALLS), call.path("index").asInt(0))
            .ifPresent(it -> it.set(EXTRA, call.path(EXTRA)));
      }
    }
  }

  private static Optional<ObjectNode> part(ArrayNode parts, int index) {
    if (index < 0 || index >= MOST_PARTS) {
      return Optional.empty();
    }
    while (parts.size() <= index) {
      parts.addObject();
    }
    return Optional.of((ObjectNode) parts.get(index));
  }

  private void join(ObjectNode whole, JsonNode piece) {
    piece
        .properties()
        .forEach(
            member -> {
              if (PIECES.contains(member.getKey()) && member.getValue().isString()) {
                pieces.add(whole, member.getKey(), member.getValue());
              } else if (!member.getValue().isNull() || !whole.has(member.getKey())) {
                whole.set(member.getKey(), member.getValue());
              }
            });
  }

  @Override
  public Optional<String> json() {
    pieces.join();
    if (members.has(DETAILS)) {
      members.remove(TEXTS); // the same once more
    }
    return members.isEmpty() ? Optional.empty() : Optional.of(members.toString());
  }

  /** Adds the members of an answer to its message. */
  static void restore(ObjectNode message, JsonNode members) {
    members
        .properties()
        .forEach(
            member -> {
              if (!member.getKey().equals(CALLS)) {
                message.set(member.getKey(), member.getValue());
              }
            });
    JsonNode calls = message.path(CALLS);
    for (int call = 0; call < calls.size(); call++) {
      JsonNode extra = members.path(CALLS).path(call).path(EXTRA);
      if (!extra.isMissingNode() && calls.get(call) instanceof ObjectNode made) {
        made.set(EXTRA, extra);
      }
    }
  }
}
