package dev.otters.models.provider.langchain4j;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Numbers the tool calls of a chat completion. Some servers give each call the index 0, and some
 * repeat the name of a call with each of its pieces; the library would join them to one call with a
 * name of its own.
 */
final class CallPieces {
  private final Map<Integer, Call> calls = new HashMap<>();
  private int count;

  /** A call, as far as its pieces have come. */
  private static final class Call {
    private final int number;
    private final String id;
    private final String name;
    private boolean begun;

    private Call(int number, String id, String name) {
      this.number = number;
      this.id = id;
      this.name = name;
    }

    /** Returns whether a piece with a name begins another call. */
    private boolean endsBefore(String otherId, String otherName) {
      boolean another = !otherId.isBlank() && !id.isBlank() && !otherId.equals(id);
      return another || (begun && !otherName.equals(name));
    }
  }

  /** Gives the pieces of calls in an event the numbers of their calls; returns whether it did. */
  boolean number(JsonNode event) {
    JsonNode pieces = event.path("choices").path(0).path("delta").path("tool_calls");
    for (JsonNode piece : pieces) {
      if (piece instanceof ObjectNode object && piece.path("function") instanceof ObjectNode said) {
        number(object, said);
      }
    }
    return !pieces.isEmpty();
  }

  private void number(ObjectNode piece, ObjectNode function) {
    int index = piece.path("index").asInt(0);
    String id = piece.path("id").asString("");
    String name = function.path("name").asString("");
    Call call = calls.get(index);
    if (call == null || (!name.isBlank() && call.endsBefore(id, name))) {
      call = new Call(count++, id, name);
      calls.put(index, call);
    } else if (name.equals(call.name)) {
      function.remove("name");
    }
    call.begun |= !function.path("arguments").asString("").isEmpty();
    piece.put("index", call.number);
  }
}
