package dev.otters.sessions.conversation;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Thinking;
import dev.otters.protocol.EventBody;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Extent;
import dev.otters.sessions.log.ToolUses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the conversation of the next request from the log, turn by turn. A message that arrived
 * during a turn comes after its answer; an unclaimed message is left out; the calls of one step
 * stay with their results. A call without a result, left by a broken attempt, gets a result that
 * says so and is never repeated automatically.
 */
public final class Transcripts {
  /**
   * The conversation.
   *
   * @param last the last step of the current attempt
   */
  public record Transcript(List<ChatMessage> messages, LastStep last) {}

  private record Entry(
      long seq, EventType type, String activation, long fence, String body, long limit) {
    static Entry of(Row row) {
      return new Entry(
          row.number("seq"),
          EventLog.type(row),
          row.text("activation"),
          row.maybeNumber("fence").orElse(0),
          row.text("body"),
          Long.MAX_VALUE);
    }

    /** Returns the event with a body that is about as long as a limit, or shorter. */
    Entry within(long most) {
      return new Entry(seq, type, activation, fence, Excerpts.of(type, body, most), most);
    }
  }

  /** The identity of a step. */
  private record StepKey(String activation, long fence, int step) {}

  private final List<Object> parts = new ArrayList<>();
  private final Map<StepKey, ToolStep> steps = new LinkedHashMap<>();
  private Optional<String> said = Optional.empty();
  private Optional<Thinking> thought = Optional.empty();
  private String proposed = "";

  /** The limit on events of a conversation. */
  static final int MAX_EVENTS = 20_000;

  /** The least bytes that a message keeps. */
  private static final int LEAST_MESSAGE = 512;

  private static final String SELECT =
      "SELECT a.key, e.seq, e.type, e.activation, e.fence, e.body FROM events e";

  private final long session;
  private final String activation;
  private final long fence;
  private final TurnContext.Window window;

  /** The moment at which the log is read; empty for now. */
  private final Optional<Moment> past;

  /** The number of the last event that was read, if the next reading may go on from there. */
  private Optional<Long> seen = Optional.empty();

  /** The limit on the events in bytes. */
  private long room;

  /**
   * Creates the conversation of an attempt.
   *
   * @param session the key of the session
   * @param activation the activation of the turn
   * @param fence the fence of the current attempt
   * @param window the part of the log to read
   */
  Transcripts(long session, String activation, long fence, TurnContext.Window window) {
    this(session, activation, fence, window, Optional.empty());
  }

  private Transcripts(
      long session,
      String activation,
      long fence,
      TurnContext.Window window,
      Optional<Moment> past) {
    this.past = past;
    this.session = session;
    this.activation = activation;
    this.fence = fence;
    this.window = window;
  }

  /** Reads the conversation of an attempt from its beginning. */
  public static Transcript of(
      Rows rows, long session, String activation, long fence, TurnContext.Window window) {
    return new Transcripts(session, activation, fence, window).read(rows);
  }

  /** Reads the conversation of an attempt as it was at a moment. */
  static Transcript of(
      Rows rows, String activation, long fence, TurnContext.Window window, Moment moment) {
    long session = moment.extent().session();
    return new Transcripts(session, activation, fence, window, Optional.of(moment)).read(rows);
  }

  /**
   * Reads the log of a session: the messages of a window, and its newest events within the limit of
   * a request. The last step of the attempt is always there; its results are cut if they do not
   * fit. As long as everything fits, a further reading adds only what is new.
   */
  Transcript read(Rows rows) {
    Extent extent = past.map(Moment::extent).orElseGet(() -> Extent.of(rows, session));
    if (seen.isPresent() && fits(rows, extent, window, room)) {
      read(rows, seen.get() + 1, seen.get() + 1, room, room);
    } else {
      restart(rows, extent);
    }
    boolean steady = fits(rows, extent, window, room) && said.isEmpty() && thought.isEmpty();
    seen = steady ? Optional.of(extent.lastSeq()) : Optional.empty();
    return new Transcript(messages(false), last(activation, fence));
  }

  private void restart(Rows rows, Extent extent) {
    parts.clear();
    steps.clear();
    said = Optional.empty();
    thought = Optional.empty();
    proposed = "";
    Optional<ChatMessage.User> summary = Summaries.message(rows, session, window);
    summary.ifPresent(parts::add);
    room =
        window.request()
            - Excerpts.bytes(window.note())
            - summary.map(message -> Excerpts.bytes(message.text())).orElse(0L);
    boolean whole = fits(rows, extent, window, room);
    long ofMessages = room / 8;
    long ofNewest = whole ? room : room - ofMessages;
    long step = lastStep(rows).orElse(extent.lastSeq() + 1);
    long newest = Math.min(step, whole ? window.seq() : newest(rows, extent, window, ofNewest));
    long first = firstMessage(rows, session, window.seq(), newest, ofMessages / LEAST_MESSAGE);
    long messages = Excerpts.ofMessages(rows, extent, first, newest, ofMessages);
    long results = Excerpts.ofEvents(rows, extent, newest, ofNewest, seen());
    read(rows, first, newest, messages, results);
  }

  /**
   * Reads messages, and from an event on all events.
   *
   * @param messages the limit on each of the messages before that event
   * @param results the limit on each of the others
   */
  private void read(Rows rows, long first, long newest, long messages, long results) {
    String seen = seen();
    rows.list(
            SELECT
                + " INDEXED BY events_of_users JOIN activations a ON a.id = e.activation WHERE"
                + " e.session = ? AND e.seq >= ? AND e.seq < ? AND e."
                + EventLog.BEGINS
                + " AND a.key >= ?"
                + seen
                + " UNION ALL "
                + SELECT
                + " JOIN activations a ON a.id = e.activation WHERE e.session = ? AND e.seq >= ?"
                + " AND a.key >= ? AND e.type NOT IN ("
                + EventLog.SILENT_TYPES
                + ")"
                + seen
                + " ORDER BY 1, 2",
            row -> Entry.of(row).within(row.number("seq") < newest ? messages : results),
            session,
            first,
            newest,
            window.activation(),
            session,
            newest,
            window.activation())
        .forEach(entry -> add(rows, entry));
  }

  private String seen() {
    return past.map(Moment::condition).orElse("");
  }

  /** Returns the number of the first event of the last step of the attempt. */
  private Optional<Long> lastStep(Rows rows) {
    String attempt = activation + "." + fence + ".";
    long number =
        rows.number(
            "SELECT max(step) AS n FROM ledger WHERE activation = ? AND fence = ? AND step < ?",
            activation,
            fence,
            past.map(Moment::step).orElse(Integer.MAX_VALUE));
    return rows.first(
        "SELECT seq FROM events WHERE session = ? AND id >= ? AND id < ? ORDER BY seq LIMIT 1",
        row -> row.number("seq"),
        session,
        attempt + number + ".",
        attempt + number + "/");
  }

  /**
   * Returns the newest of the messages that a window leaves out, about as many as a request takes.
   *
   * @param from the number of the first message that no earlier summary covers
   */
  static List<ChatMessage> leftOut(Rows rows, long session, long from, TurnContext.Window window) {
    Extent extent = Extent.of(rows, session);
    long before = extent.before(rows, window.seq());
    long first = before > window.request() ? extent.after(rows, before - window.request()) : 1;
    Transcripts transcripts = new Transcripts(session, "", 0, window);
    rows.list(
            SELECT
                + " JOIN activations a ON a.id = e.activation WHERE e.session = ? AND e.seq >= ?"
                + " AND a.key < ? AND a.key >= coalesce((SELECT b.key FROM events m JOIN"
                + " activations b ON b.id = m.activation WHERE m.session = e.session AND m.seq ="
                + " ?), 0) AND e.type NOT IN ("
                + EventLog.SILENT_TYPES
                + ") ORDER BY 1, 2",
            Entry::of,
            session,
            Math.max(Math.max(from, first), window.seq() - Windows.MAX_EVENTS),
            window.activation(),
            from)
        .forEach(entry -> transcripts.add(rows, entry));
    return transcripts.messages(true);
  }

  private static boolean fits(Rows rows, Extent extent, TurnContext.Window window, long room) {
    return extent.bytes() - extent.before(rows, window.seq()) <= room
        && extent.lastSeq() - window.seq() <= MAX_EVENTS;
  }

  /** Returns the number from which on the events of a window are read whole. */
  private static long newest(Rows rows, Extent extent, TurnContext.Window window, long limit) {
    long before = extent.before(rows, window.seq());
    long dropped = Extent.excess(extent.bytes() - before, limit);
    long skipped = Extent.excess(extent.lastSeq() - window.seq(), MAX_EVENTS);
    long from = dropped == 0 ? window.seq() : extent.after(rows, before + dropped);
    return Math.max(from, window.seq() + skipped);
  }

  /** Returns the number of the first of the newest messages of a part of the log. */
  private static long firstMessage(Rows rows, long session, long from, long to, long most) {
    return rows.first(
            "SELECT seq FROM events INDEXED BY events_of_users WHERE session = ? AND seq >= ? AND"
                + " seq < ? AND "
                + EventLog.BEGINS
                + " ORDER BY seq DESC LIMIT 1 OFFSET ?",
            row -> row.number("seq"),
            session,
            from,
            to,
            Math.max(0, most - 1))
        .orElse(from);
  }

  /** Returns the size of the conversation of a request in bytes of event bodies. */
  public static long size(Rows rows, long session, TurnContext.Window window) {
    Extent extent = Extent.of(rows, session);
    long whole = extent.bytes() - extent.before(rows, window.seq());
    return window.due() ? window.request() : Math.min(whole, window.request());
  }

  private void add(Rows rows, Entry entry) {
    switch (entry.type()) {
      case USER_MESSAGE -> {
        flush();
        parts.add(UserMessage.of(rows, session, entry.seq(), entry.body(), entry.limit()));
      }
      case WAKE_FIRED -> {
        flush();
        parts.add(UserMessage.ofWake(entry.body(), entry.limit()));
      }
      case THINKING -> {
        EventBody.Thinking thinking = Bodies.read(entry.body(), EventBody.Thinking.class);
        thought =
            Optional.of(new Thinking(thinking.model(), thinking.parts()))
                .filter(it -> !it.json().isEmpty());
      }
      case AGENT_MESSAGE -> message(entry);
      case PROPOSED, REJECTED -> proposal(entry);
      case TOOL_USE, CUSTOM_TOOL_USE -> use(entry);
      case TOOL_RESULT ->
          result(
              entry, ToolResultText.message(Bodies.read(entry.body(), EventBody.ToolResult.class)));
      case CUSTOM_TOOL_RESULT -> result(entry, ToolResultText.ofClient(Bodies.read(entry.body())));
      // The others are not part of what the model reads.
      default -> {}
    }
  }

  private void message(Entry entry) {
    flush();
    var body = Bodies.read(entry.body());
    String text = body.path("text").asString();
    if (body.path("partial").asBoolean(false)) {
      said = Optional.of(text);
    } else {
      parts.add(new ChatMessage.Assistant(text, List.of()));
    }
  }

  /** Keeps a proposed answer, which only belongs to the conversation once it is rejected. */
  private void proposal(Entry entry) {
    var body = Bodies.read(entry.body());
    if (entry.type() == EventType.PROPOSED) {
      proposed = body.path("text").asString();
      int step = body.path("step").asInt();
      steps.put(new StepKey(entry.activation(), entry.fence(), step), new ToolStep());
    } else {
      parts.add(new ChatMessage.Assistant(proposed, List.of()));
      parts.add(Prompts.mismatch(body.path("mismatch").asString()));
    }
  }

  private void use(Entry entry) {
    EventBody.ToolUse use = ToolUses.read(entry.body());
    ToolStep step =
        steps.computeIfAbsent(
            new StepKey(entry.activation(), entry.fence(), use.step()),
            key -> {
              ToolStep begun = new ToolStep();
              parts.add(begun);
              return begun;
            });
    said.ifPresent(text -> step.text = text);
    said = Optional.empty();
    step.thinking = thought.or(() -> step.thinking);
    thought = Optional.empty();
    step.calls.put(use.call(), use.toToolCall());
  }

  private void result(Entry entry, ChatMessage.ToolResult result) {
    steps.entrySet().stream()
        .filter(step -> step.getKey().activation().equals(entry.activation()))
        .filter(step -> step.getKey().fence() == entry.fence())
        .map(Map.Entry::getValue)
        .filter(step -> step.calls.containsKey(result.callId()))
        .filter(step -> !step.results.containsKey(result.callId()))
        .findFirst()
        .ifPresent(step -> step.results.put(result.callId(), result));
  }

  /** Keeps text that was not followed by a call because the attempt broke off. */
  private void flush() {
    said.ifPresent(text -> parts.add(new ChatMessage.Assistant(text, List.of())));
    said = Optional.empty();
  }

  private List<ChatMessage> messages(boolean repeats) {
    flush();
    List<ChatMessage> messages = new ArrayList<>();
    UserMessage.Request request = UserMessage.Request.of(parts, repeats);
    for (int at = 0; at < parts.size(); at++) {
      Object part = parts.get(at);
      if (part instanceof UserMessage user) {
        messages.add(user.message(request, at));
      } else if (part instanceof ToolStep step) {
        step.addTo(messages);
      } else {
        messages.add((ChatMessage) part);
      }
    }
    return messages;
  }

  private LastStep last(String activation, long fence) {
    return steps.entrySet().stream()
        .filter(step -> step.getKey().activation().equals(activation))
        .filter(step -> step.getKey().fence() == fence)
        .reduce((earlier, later) -> later)
        .map(step -> step.getValue().last(step.getKey().step()))
        .orElseGet(() -> new LastStep(0, "", List.of(), List.of()));
  }
}
