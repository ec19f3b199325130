package dev.otters.sessions.conversation;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Extent;
import dev.otters.sessions.log.ToolUses;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Shortens the events that do not fit into a request, each in its middle, and says so there. */
public final class Excerpts {
  /** The length of the sentence in the middle of a shortened text. */
  private static final int MARK = 120;

  private Excerpts() {}

  /**
   * Returns the limit on each event of a part of the log so that together they fit.
   *
   * @param from the number of the first event
   * @param seen a condition on the events {@code e}; empty for none
   */
  static long ofEvents(Rows rows, Extent extent, long from, long limit, String seen) {
    if (extent.bytes() - extent.before(rows, from) <= limit) {
      return limit;
    }
    return longest(
        rows.list(
            "SELECT octet_length(body) + attached AS n FROM events e WHERE session = ? AND seq >= ?"
                + " AND activation IS NOT NULL AND type NOT IN ("
                + EventLog.SILENT_TYPES
                + ")"
                + seen
                + " ORDER BY n",
            row -> row.number("n"),
            extent.session(),
            from),
        limit);
  }

  /** Returns the limit on each message of a part of the log so that together they fit. */
  static long ofMessages(Rows rows, Extent extent, long from, long to, long limit) {
    return longest(
        rows.list(
            "SELECT octet_length(body) + attached AS n FROM events INDEXED BY events_of_users WHERE"
                + " session = ? AND seq >= ? AND seq < ? AND "
                + EventLog.BEGINS
                + " ORDER BY n",
            row -> row.number("n"),
            extent.session(),
            from,
            to),
        limit);
  }

  /** Cuts the longest first. */
  private static long longest(List<Long> sizes, long limit) {
    long left = limit;
    for (int shorter = 0; shorter < sizes.size(); shorter++) {
      long share = left / (sizes.size() - shorter);
      if (sizes.get(shorter) > share) {
        return share;
      }
      left -= sizes.get(shorter);
    }
    return limit;
  }

  /** Returns the body of an event, shortened if it is a text that is longer than a limit. */
  static String of(EventType type, String body, long limit) {
    double part = (double) limit / bytes(body);
    if (part >= 1) {
      return body;
    }
    return switch (type) {
      case AGENT_MESSAGE, PROPOSED, CUSTOM_TOOL_RESULT -> ofText(Bodies.read(body), part);
      case THINKING -> Bodies.of(without(Bodies.read(body, EventBody.Thinking.class)));
      case TOOL_USE, CUSTOM_TOOL_USE -> Bodies.of(of(ToolUses.read(body)));
      case TOOL_RESULT -> Bodies.of(of(Bodies.read(body, EventBody.ToolResult.class), part));
      default -> body;
    };
  }

  private static String ofText(JsonNode body, double part) {
    Map<String, Object> shorter = new HashMap<>();
    body.forEachEntry(shorter::put);
    shorter.put("text", of(body.path("text").asString(), part));
    return Bodies.of(shorter);
  }

  /** A part of it would be void. */
  private static EventBody.Thinking without(EventBody.Thinking thinking) {
    return new EventBody.Thinking(thinking.step(), thinking.model(), "");
  }

  /** Arguments stay JSON, so they are left out as a whole. */
  private static EventBody.ToolUse of(EventBody.ToolUse use) {
    String input = new ToolInput(List.of(mark(use.raw().length())), "").toJson();
    return EventBody.ToolUse.of(new ToolCall(use.call(), use.name(), input), use.step());
  }

  private static EventBody.ToolResult of(EventBody.ToolResult result, double part) {
    return new EventBody.ToolResult(
        result.call(),
        result.name(),
        result.exitCode(),
        of(result.stdout(), part),
        of(result.stderr(), part),
        result.durationMillis(),
        true,
        result.outputFile(),
        result.isError(),
        result.error());
  }

  /** Returns a text, shortened in its middle if it is longer than a limit in bytes. */
  static String within(String text, long limit) {
    return of(text, Math.min(1, (double) limit / Math.max(1, bytes(text))));
  }

  /** Returns the text of a body, shortened if the body is longer than a limit. */
  static String ofText(String body, String text, long limit) {
    double part = (double) limit / bytes(body);
    return part >= 1 ? text : of(text, part);
  }

  /** Returns a text, shortened in its middle to about a part of it. */
  static String of(String text, double part) {
    if (part >= 1) {
      return text;
    }
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    int half = (int) Math.max(0, (all.length * part - MARK) / 2);
    int head = half;
    int tail = all.length - half;
    if (tail - head < 100) {
      return text;
    }
    while (head > 0 && isInside(all[head])) {
      head--;
    }
    while (tail < all.length && isInside(all[tail])) {
      tail++;
    }
    String middle = new String(all, head, tail - head, StandardCharsets.UTF_8);
    return new String(all, 0, head, StandardCharsets.UTF_8)
        + "\n"
        + mark(middle.length())
        + "\n"
        + new String(all, tail, all.length - tail, StandardCharsets.UTF_8);
  }

  /** Returns whether a byte continues a character. */
  private static boolean isInside(byte code) {
    return (code & 0xC0) == 0x80;
  }

  private static String mark(int characters) {
    return "[… %d characters left out by Otters: the conversation has no room for them …]"
        .formatted(characters);
  }

  /** Returns the size of a text in bytes. */
  static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
