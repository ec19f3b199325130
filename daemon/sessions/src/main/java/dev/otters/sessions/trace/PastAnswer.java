package dev.otters.sessions.trace;

import dev.otters.api.session.EventType;
import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceUsage;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.PastStep;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.ToolUses;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the answer to an earlier request from the log, with its usage and time if they are kept.
 */
final class PastAnswer {
  private static final int MOST_EVENTS = 1000;

  private PastAnswer() {}

  private record Said(EventType type, String body) {
    static Said of(Row row) {
      return new Said(EventLog.type(row), row.text("body"));
    }

    boolean isCall() {
      return type == EventType.TOOL_USE || type == EventType.CUSTOM_TOOL_USE;
    }

    String field(String name) {
      return Bodies.read(body).path(name).asString("");
    }

    TraceAnswer.Call call() {
      EventBody.ToolUse use = ToolUses.read(body);
      return new TraceAnswer.Call(use.name(), use.raw());
    }
  }

  static TraceAnswer of(Rows rows, PastRequest request) {
    PastStep step = request.step();
    List<Said> said = said(rows, step, request.after());
    List<TraceAnswer.Call> calls = said.stream().filter(Said::isCall).map(Said::call).toList();
    List<String> texts = texts(said);
    List<String> errors = all(said, EventType.ERROR, it -> it.field("message"));
    boolean failed = calls.isEmpty() && texts.isEmpty() && !errors.isEmpty();
    return new TraceAnswer(
        model(rows, step).orElse(request.settings().model()),
        texts.stream().collect(Collectors.joining("\n")),
        calls,
        millis(rows, step).orElse(null),
        usage(rows, step).orElse(null),
        failed ? errors.getLast() : null);
  }

  /** Returns what was said, or what was proposed and is no answer. */
  private static List<String> texts(List<Said> said) {
    List<String> texts = all(said, EventType.AGENT_MESSAGE, it -> it.field("text"));
    return texts.isEmpty() ? all(said, EventType.PROPOSED, it -> it.field("text")) : texts;
  }

  private static <T> List<T> all(List<Said> said, EventType type, Function<Said, T> read) {
    return said.stream().filter(it -> it.type() == type).map(read).toList();
  }

  /** Returns what the attempt said after an event, until a tool or the daemon replied. */
  private static List<Said> said(Rows rows, PastStep step, long after) {
    return rows.list(
        "SELECT type, body FROM events WHERE session = ? AND seq > ? AND activation = ? AND fence ="
            + " ? AND type IN ('agent.message', 'agent.proposed', 'agent.tool_use',"
            + " 'agent.custom_tool_use', 'error') AND seq < coalesce((SELECT seq FROM events WHERE"
            + " session = ? AND seq > ? AND activation = ? AND fence = ? AND type IN"
            + " ('agent.tool_result', 'user.custom_tool_result', 'agent.rejected') ORDER BY seq"
            + " LIMIT 1), ?) ORDER BY seq LIMIT ?",
        Said::of,
        step.session(),
        after,
        step.turn(),
        step.fence(),
        step.session(),
        after,
        step.turn(),
        step.fence(),
        Long.MAX_VALUE,
        MOST_EVENTS);
  }

  private static Optional<TraceUsage> usage(Rows rows, PastStep step) {
    return ledger(rows, step, row -> Optional.ofNullable(TraceRow.usage(row))).flatMap(it -> it);
  }

  private static Optional<String> model(Rows rows, PastStep step) {
    return ledger(rows, step, row -> row.text("model"));
  }

  private static <T> Optional<T> ledger(Rows rows, PastStep step, Function<Row, T> read) {
    return rows.first(
        "SELECT * FROM ledger WHERE activation = ? AND fence = ? AND step IN (?, ?) ORDER BY step"
            + " DESC LIMIT 1",
        read,
        step.turn(),
        step.fence(),
        step.number(),
        -step.number());
  }

  private static Optional<Long> millis(Rows rows, PastStep step) {
    return rows.first(
        "SELECT took FROM traces WHERE session = ? AND activation = ? AND fence = ? AND step IN"
            + " (?, ?) ORDER BY key DESC LIMIT 1",
        row -> row.number("took"),
        step.session(),
        step.turn(),
        step.fence(),
        step.number(),
        -step.number());
  }
}
