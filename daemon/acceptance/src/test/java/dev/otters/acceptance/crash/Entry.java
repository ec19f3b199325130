package dev.otters.acceptance.crash;

import tools.jackson.databind.JsonNode;

/**
 * An event of a session's log.
 *
 * @param turn the id of its activation; empty for events outside of turns
 * @param fence the fence under which it was written; 0 for events outside of turns
 */
record Entry(long seq, String id, String type, String turn, long fence, JsonNode body) {
  String text(String member) {
    return body.path(member).asString("");
  }

  boolean is(String wanted) {
    return type.equals(wanted);
  }

  /** Returns whether this is the answer to a turn, and not text before a tool call. */
  boolean isAnswer() {
    return is("agent.message") && !body.path("partial").asBoolean(false);
  }
}
