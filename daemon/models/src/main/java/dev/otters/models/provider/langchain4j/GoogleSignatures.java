package dev.otters.models.provider.langchain4j;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The signatures of the parts of a message, each with the number of characters and tool calls
 * before its part, and with the length of a part that is a text. The vendor refuses a message
 * without them, and wants each with its part.
 */
final class GoogleSignatures implements Dialect.Reasoning {
  static final String SIGNATURE = "thoughtSignature";

  private final ArrayNode signatures = VendorJson.array();
  private int text;
  private int calls;

  @Override
  public void add(JsonNode event) {
    for (JsonNode part : event.path("candidates").path(0).path("content").path("parts")) {
      if (!GoogleModel.isThought(part)) {
        addPart(part);
      }
    }
  }

  private void addPart(JsonNode part) {
    boolean call = part.has(GoogleModel.CALL);
    int length = part.path("text").asString("").length();
    if (part.path(SIGNATURE).isString()) {
      ObjectNode place = signatures.addObject().put("text", text).put("calls", calls);
      if (!call) {
        place.put("length", length);
      }
      place.set(SIGNATURE, part.path(SIGNATURE));
    }
    if (call) {
      calls++;
    } else {
      text += length;
    }
  }

  @Override
  public Optional<String> json() {
    return signatures.isEmpty() ? Optional.empty() : Optional.of(signatures.toString());
  }

  /** Puts the signatures of an answer back into the parts of its message. */
  static void restore(ObjectNode message, JsonNode signatures) {
    ArrayNode parts = VendorJson.array();
    ArrayNode calls = VendorJson.array();
    StringBuilder all = new StringBuilder();
    for (JsonNode part : message.path("parts")) {
      if (part.has(GoogleModel.CALL)) {
        calls.add(part);
      } else {
        all.append(part.path("text").asString(""));
      }
    }
    String text = all.toString();
    int said = 0;
    int made = 0;
    for (JsonNode place : signatures) {
      int start = Math.clamp(place.path("text").asInt(0), said, text.length());
      addText(parts, text.substring(said, start));
      said = start;
      for (int most = Math.min(place.path("calls").asInt(0), calls.size()); made < most; made++) {
        parts.add(calls.get(made));
      }
      if (place.has("length")) {
        said = (int) Math.min(text.length(), start + place.path("length").asLong(0));
        sign(parts.addObject().put("text", text.substring(start, said)), place);
      } else if (made < calls.size() && calls.get(made++) instanceof ObjectNode call) {
        sign(call, place);
        parts.add(call);
      }
    }
    addText(parts, text.substring(said));
    for (; made < calls.size(); made++) {
      parts.add(calls.get(made));
    }
    message.set("parts", parts);
  }

  private static void addText(ArrayNode parts, String text) {
    if (!text.isEmpty()) {
      parts.addObject().put("text", text);
    }
  }

  private static void sign(ObjectNode part, JsonNode place) {
    part.set(SIGNATURE, place.path(SIGNATURE));
  }
}
