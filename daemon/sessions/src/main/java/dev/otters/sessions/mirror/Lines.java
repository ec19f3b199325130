package dev.otters.sessions.mirror;

import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.JsonLines;
import dev.otters.home.store.Rows;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.trace.TracePolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a mirror, made from the log in order. The same log gives the same lines, whoever
 * wrote those before. Used by one thread.
 */
final class Lines {
  /** The longest id of a row. */
  static final int LONGEST_ID = 200;

  private static final int PAGE = 200;

  /** Ids of calls, which are in ids of events, are the model's. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:-]{1," + LONGEST_ID + "}");

  private final Origin origin;
  private final Mirrored session;
  private final JsonLines rows = new JsonLines();
  private Optional<TurnContext> context = Optional.empty();
  private long seq;

  /**
   * An event.
   *
   * @param context what an attempt that starts reads
   * @param prompt its system prompt, if a row shows it
   */
  private record Entry(
      SessionEvent event, Optional<TurnContext> context, Optional<String> prompt) {}

  /** Begins before the first event of a session. */
  Lines(Origin origin, Mirrored session) {
    this.origin = origin;
    this.session = session;
  }

  /**
   * Begins after a row of the session.
   *
   * @return empty if the log has no such row
   */
  static Optional<Lines> after(Origin origin, Mirrored session, MirrorFile.Tail row) {
    Lines lines = new Lines(origin, session);
    return Optional.of(lines).filter(_ -> origin.database().read(rows -> lines.skip(rows, row)));
  }

  private boolean skip(Rows log, MirrorFile.Tail row) {
    seq = row.seq();
    rows.continueAfter(row.id());
    long start =
        log.number(
            "SELECT seq AS n FROM events WHERE session = ? AND seq <= ? AND type = ? ORDER BY seq"
                + " DESC LIMIT 1",
            session.key(),
            seq,
            EventType.TURN_STARTED.toString());
    Optional<SessionEvent> attempt = at(log, start);
    context = attempt.flatMap(event -> context(log, event));
    attempt.ifPresent(event -> attempt(event, context));
    return at(log, seq).filter(event -> id(event).equals(row.id())).isPresent();
  }

  private Optional<SessionEvent> at(Rows log, long number) {
    return origin.log().between(log, session.key(), number - 1, number, 1).stream().findFirst();
  }

  private void attempt(SessionEvent start, Optional<TurnContext> read) {
    rows.attempt(shown(start, UnaryOperator.identity()), read.map(Lines::model).orElse(null));
  }

  private static String model(TurnContext context) {
    return context.settings().model();
  }

  /** Returns the first line. */
  String header() {
    return JsonLines.header(session.id().toString(), session.createdAt(), origin.release());
  }

  /** Returns the number of the last event that was read. */
  long seq() {
    return seq;
  }

  /** Returns the lines of some more events up to a number; perhaps none, though more follow. */
  List<String> next(long upTo) {
    List<Entry> page = origin.database().read(log -> page(log, upTo));
    UnaryOperator<String> hide = origin.traces().redactor(session.agent());
    List<String> lines = new ArrayList<>();
    for (Entry entry : page) {
      dev.otters.api.session.SessionEvent event = shown(entry.event(), hide);
      if (event.type() == EventType.TURN_STARTED) {
        attempt(entry.event(), entry.context());
      }
      entry
          .prompt()
          .map(prompt -> rows.system(event, hide.apply(prompt)))
          .or(() -> rows.line(event))
          .ifPresent(lines::add);
    }
    seq = page.isEmpty() ? upTo : page.getLast().event().seq();
    return lines;
  }

  private List<Entry> page(Rows log, long upTo) {
    List<Entry> page = new ArrayList<>();
    for (SessionEvent event : origin.log().between(log, session.key(), seq, upTo, PAGE)) {
      Optional<TurnContext> before = context;
      Optional<String> prompt = Optional.empty();
      if (event.type() == EventType.TURN_STARTED) {
        context = context(log, event);
        prompt =
            prompt(context)
                .filter(blocks -> !Optional.of(blocks).equals(prompt(before)))
                .map(_ -> Contexts.systemPrompt(log, context.orElseThrow()));
      }
      page.add(new Entry(event, context, prompt));
    }
    return page;
  }

  /** Returns the sections of the system prompt that a row may show. */
  private Optional<List<TurnContext.BlockRef>> prompt(Optional<TurnContext> of) {
    return of.filter(it -> origin.traces().policy(it.settings()).compareTo(TracePolicy.SIZES) < 0)
        .map(TurnContext::blocks)
        .filter(blocks -> !blocks.isEmpty());
  }

  private static Optional<TurnContext> context(Rows log, SessionEvent start) {
    return Optional.of(Bodies.read(start.body()).path("context").asString(""))
        .filter(hash -> !hash.isEmpty())
        .map(hash -> Contexts.context(log, hash));
  }

  /**
   * Returns an event as readers of the log see it, but without secrets, and without what changes
   * later: the turn that takes a message.
   */
  private static dev.otters.api.session.SessionEvent shown(
      SessionEvent event, UnaryOperator<String> hide) {
    Map<String, @Nullable Object> body = hidden(Json.read(event.body(), Map.class), hide);
    String turn = EventLog.begins(event.type()) ? null : event.turn().orElse(null);
    return new dev.otters.api.session.SessionEvent(
        event.seq(),
        id(event),
        event.type(),
        event.sender().orElse(null),
        turn,
        event.createdAt(),
        body);
  }

  /** Returns the id of an event's row, which the end of a mirror is found by. */
  private static String id(SessionEvent event) {
    return PLAIN.matcher(event.id()).matches() ? event.id() : "event-" + event.seq();
  }

  private static @Nullable Object hidden(@Nullable Object value, UnaryOperator<String> hide) {
    return switch (value) {
      case String text -> hide.apply(text);
      case List<?> list -> {
        List<@Nullable Object> clean = new ArrayList<>();
        list.forEach(element -> clean.add(hidden(element, hide)));
        yield clean;
      }
      case Map<?, ?> map -> hidden(map, hide);
      case null, default -> value;
    };
  }

  private static Map<String, @Nullable Object> hidden(Map<?, ?> map, UnaryOperator<String> hide) {
    Map<String, @Nullable Object> clean = new LinkedHashMap<>();
    map.forEach((name, value) -> clean.put(hide.apply(String.valueOf(name)), hidden(value, hide)));
    return clean;
  }
}
