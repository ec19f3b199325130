package dev.otters.models.provider.langchain4j;

import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The thinking blocks of a message, each with the number of characters and tool calls before it.
 * The vendor signs them, and refuses changed or moved ones.
 */
final class AnthropicThinking implements Dialect.Reasoning {
  private final TreeMap<Integer, ObjectNode> blocks = new TreeMap<>();
  private final Pieces pieces = new Pieces();
  private int text;
  private int calls;

  @Override
  public void add(JsonNode event) {
    int index = event.path("index").asInt(0);
    JsonNode block = event.path("content_block");
    switch (block.path("type").asString("")) {
      case "thinking", "redacted_thinking" -> {
        ObjectNode place = VendorJson.object().put("text", text).put("calls", calls);
        blocks.put(index, place.set("block", block.deepCopy()));
      }
      case "text" -> text += block.path("text").asString("").length();
      case "tool_use" -> calls++;
      default -> {}
    }
    JsonNode delta = event.path("delta");
    switch (delta.path("type").asString("")) {
      case "text_delta" -> text += delta.path("text").asString("").length();
      case "thinking_delta" -> append(index, "thinking", delta);
      case "signature_delta" -> append(index, "signature", delta);
      default -> {}
    }
  }

  private void append(int index, String field, JsonNode delta) {
    if (blocks.containsKey(index) && blocks.get(index).path("block") instanceof ObjectNode block) {
      pieces.add(block, field, delta.path(field));
    }
  }

  /** Returns the blocks that something follows: the last one may be unfinished. */
  @Override
  public Optional<String> json() {
    pieces.join();
    ArrayNode kept = VendorJson.array();
    blocks.values().stream()
        .filter(it -> it.path("text").asInt() < text || it.path("calls").asInt() < calls)
        .forEach(kept::add);
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept.toString());
  }

  /** Puts the blocks of an answer back between the text and the calls of its message. */
  static void restore(ObjectNode message, JsonNode blocks) {
    ArrayNode content = VendorJson.array();
    String text = "";
    ArrayNode calls = VendorJson.array();
    for (JsonNode part : message.path("content")) {
      if (part.path("type").asString("").equals("text")) {
        text = part.path("text").asString("");
      } else {
        calls.add(part);
      }
    }
    int said = 0;
    int made = 0;
    for (JsonNode block : blocks) {
      int until = Math.clamp(block.path("text").asInt(), said, text.length());
      addText(content, text.substring(said, until));
      said = until;
      for (int most = Math.min(block.path("calls").asInt(), calls.size()); made < most; made++) {
        content.add(calls.get(made));
      }
      content.add(block.path("block"));
    }
    addText(content, text.substring(said));
    for (; made < calls.size(); made++) {
      content.add(calls.get(made));
    }
    message.set("content", content);
  }

  /** Adds a text unless it is blank, which the vendor refuses. */
  private static void addText(ArrayNode content, String text) {
    if (!text.isBlank()) {
      content.add(VendorJson.object().put("type", "text").put("text", text));
    }
  }
}
