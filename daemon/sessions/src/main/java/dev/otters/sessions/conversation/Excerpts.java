package dev.otters.sessions.conversation;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.Extent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Shortens the events that do not fit into a request, each in its middle, and says so there. */
public final class Excerpts {
  /** The length of the sentence in the middle of a shortened text. */
  private static final int MARK = 120;

  private Excerpts() {}

  /**
   * Returns the limit on each result of a step so that the whole step fits.
   *
   * @param step the number of the first event of the step
   */
  static long ofResults(Rows rows, Extent extent, long step, long limit) {
    long size = extent.bytes() - extent.before(rows, step);
    if (size <= limit) {
      return limit;
    }
    List<Long> sizes =
        rows.list(
            "SELECT octet_length(body) AS n FROM events WHERE session = ? AND seq >= ? AND type ="
                + " 'agent.tool_result' ORDER BY n",
            row -> row.number("n"),
            extent.session(),
            step);
    long calls = size - sizes.stream().mapToLong(Long::longValue).sum();
    return longest(sizes, Math.max(limit - calls, limit / 4));
  }

  /** Returns the limit on each message of a part of the log so that together they fit. */
  static long ofMessages(Rows rows, Extent extent, long from, long to, long limit) {
    return longest(
        rows.list(
            "SELECT octet_length(body) AS n FROM events INDEXED BY events_of_users WHERE session ="
                + " ? AND seq >= ? AND seq < ? AND type = 'user.message' ORDER BY n",
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
    double part = (double) limit / body.getBytes(StandardCharsets.UTF_8).length;
    if (part >= 1) {
      return body;
    }
    return switch (type) {
      case USER_MESSAGE ->
          Bodies.of(Map.of("text", of(Bodies.read(body).path("text").asString(), part)));
      case TOOL_RESULT -> Bodies.of(of(Bodies.read(body, EventBody.ToolResult.class), part));
      default -> body;
    };
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

  private static String of(String text, double part) {
    int half = (int) Math.max(0, (text.length() * part - MARK) / 2);
    int head = half > 0 && Character.isHighSurrogate(text.charAt(half - 1)) ? half - 1 : half;
    int tail = text.length() - half;
    tail += tail < text.length() && Character.isLowSurrogate(text.charAt(tail)) ? 1 : 0;
    if (tail - head < 100) {
      return text;
    }
    return "%s\n[… %d characters left out by Otters: the conversation has no room for them …]\n%s"
        .formatted(text.substring(0, head), tail - head, text.substring(tail));
  }
}
