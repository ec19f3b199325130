package dev.otters.models.provider.langchain4j;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The texts of an answer that arrive in many pieces, each a member of an object. */
final class Pieces {
  private final IdentityHashMap<ObjectNode, Map<String, StringBuilder>> texts =
      new IdentityHashMap<>();

  /** Adds a piece to the text of a member; ignores anything but a text. */
  void add(ObjectNode object, String member, JsonNode piece) {
    if (piece.isString()) {
      texts
          .computeIfAbsent(object, _ -> new LinkedHashMap<>())
          .computeIfAbsent(member, name -> new StringBuilder(object.path(name).asString("")))
          .append(piece.stringValue());
    }
  }

  /** Sets the members to the texts so far. */
  void join() {
    texts.forEach(
        (object, members) -> members.forEach((name, text) -> object.put(name, text.toString())));
  }
}
