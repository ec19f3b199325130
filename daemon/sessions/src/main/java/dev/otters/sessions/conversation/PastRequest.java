package dev.otters.sessions.conversation;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Extent;
import dev.otters.sessions.log.SessionException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The request of an earlier step, composed again from the log and from the context of its attempt.
 *
 * @param messages the whole prompt, the system prompt first
 * @param schema the JSON Schema of the answer; empty for any text
 * @param after the number of the last event that the request saw
 */
public record PastRequest(
    PastStep step,
    TurnSettings settings,
    List<ChatMessage> messages,
    List<ToolSchema> tools,
    Optional<String> schema,
    long after) {

  /** The start of an attempt in the log. */
  private record Start(long key, long seq, String body) {
    static Start of(Row row) {
      return new Start(row.number("key"), row.number("seq"), row.text("body"));
    }
  }

  /**
   * Composes the request of a step.
   *
   * @throws SessionException with {@code NO_TURN} if the attempt has no such step, or with {@code
   *     NOT_STORED} if its context is not stored
   */
  public static PastRequest of(Rows rows, PastStep step) {
    Start start =
        rows.first(
                "SELECT a.key, e.seq, e.body FROM events e INDEXED BY events_of_attempts JOIN"
                    + " activations a ON a.id = e.activation WHERE e.activation = ? AND e.fence ="
                    + " ? AND e.type = 'turn.started'",
                Start::of,
                step.turn(),
                step.fence())
            .orElseThrow(() -> SessionException.noRequest(step.name()));
    String hash = Bodies.read(start.body()).path("context").asString("");
    if (hash.isEmpty()) {
      throw SessionException.notStored(step.name());
    }
    Contexts.Loaded loaded = Contexts.load(rows, hash);
    TurnContext.Window window = window(rows, step, loaded.context().window());
    long after = after(rows, step, start);
    Moment moment =
        new Moment(
            Extent.of(rows, step.session()).at(rows, after),
            step.number(),
            unseen(rows, step, start, window, after));
    Transcripts.Transcript read = Transcripts.of(rows, step.turn(), step.fence(), window, moment);
    if (read.last().number() != step.number() - 1 || !read.last().open().isEmpty()) {
      throw SessionException.noRequest(step.name());
    }
    return new PastRequest(
        step,
        loaded.context().settings(),
        Prompts.messages(loaded.systemPrompt(), read.messages(), window.note()),
        loaded.tools(),
        loaded.schema(),
        after);
  }

  /** Returns the window with the summary that the attempt made before its first step. */
  private static TurnContext.Window window(Rows rows, PastStep step, TurnContext.Window window) {
    if (!window.due()) {
      return window;
    }
    long made =
        rows.number(
            "SELECT seq AS n FROM events WHERE session = ? AND id = ?",
            step.session(),
            "%s.%d.summary".formatted(step.turn(), step.fence()));
    return window.with(made == 0 ? window.summary() : made);
  }

  /** Returns the number of the last event of the step before, or of the start of the attempt. */
  private static long after(Rows rows, PastStep step, Start start) {
    String before = step.events(step.number() - 1);
    return Math.max(
        start.seq(),
        rows.number(
            "SELECT max(seq) AS n FROM events WHERE session = ? AND id >= ? AND id < ?",
            step.session(),
            before + ".",
            before + "/"));
  }

  /** Returns the numbers of the messages that came before an event and that no step had read. */
  private static String unseen(
      Rows rows, PastStep step, Start start, TurnContext.Window window, long after) {
    return rows
        .list(
            "SELECT e.seq FROM events e INDEXED BY events_of_users LEFT JOIN activations a ON a.id"
                + " = e.activation WHERE e.session = ? AND e.seq >= ? AND e.seq <= ? AND e."
                + EventLog.BEGINS
                + " AND (a.key IS NULL OR a.key > ? OR a.key = ? AND e.id NOT IN"
                + " (SELECT value FROM json_each(? ->> '$.messages')))",
            row -> Long.toString(row.number("seq")),
            step.session(),
            window.seq(),
            after,
            start.key(),
            start.key(),
            start.body())
        .stream()
        .collect(Collectors.joining(", "));
  }
}
