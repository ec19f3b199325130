package dev.otters.sessions.conversation;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.scratch.ScratchEntry;
import dev.otters.resources.scratch.ScratchRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * The scratchpads of messages. What a pad says when a message arrives is stored with the message,
 * in the table {@code message_scratchpads}, so that each request with that message is the same.
 */
public final class Scratchpads {
  /** The member of a message with the ids. */
  public static final String MEMBER = "contextIds";

  /** The CONFIG key that lets an agent append its answers. */
  private static final String WRITE = "context-write";

  private Scratchpads() {}

  /** Stores what the scratchpads of a message say, unless that is nothing. */
  public static void put(Tx tx, long session, long seq, String text) {
    if (!text.isEmpty()) {
      tx.execute(
          "INSERT INTO message_scratchpads(session, seq, text) VALUES(?, ?, ?)",
          session,
          seq,
          text);
    }
  }

  /** Returns the ids in the body of a message. */
  public static ContextIds of(String body) {
    return of(Bodies.read(body));
  }

  private static ContextIds of(JsonNode members) {
    return ContextIds.of(members.path(MEMBER).valueStream().map(JsonNode::asString).toList());
  }

  static boolean in(JsonNode members) {
    return members.has(MEMBER);
  }

  /** Returns what {@link #put} stored; empty if the scratchpads said nothing. */
  static String read(Rows rows, long session, long seq) {
    return rows.first(
            "SELECT text FROM message_scratchpads WHERE session = ? AND seq = ?",
            row -> row.text("text"),
            session,
            seq)
        .orElse("");
  }

  /**
   * Appends the answer of a turn to the scratchpads of its messages, if its agent wants that. Call
   * in the transaction that ends the turn, before its messages are processed.
   */
  public static void write(
      Tx tx, ActivationRow turn, Instant now, String answer, UnaryOperator<String> redactor) {
    Set<String> pads = new LinkedHashSet<>();
    tx.list(
            "SELECT body FROM events INDEXED BY events_pending WHERE session = ? AND "
                + EventLog.PENDING
                + " AND activation = ? AND body ->> '$.contextIds' IS NOT NULL ORDER BY seq",
            row -> of(row.text("body")),
            turn.session(),
            turn.id())
        .forEach(ids -> pads.addAll(ids.texts()));
    if (pads.isEmpty() || answer.isBlank() || !wanted(tx, turn)) {
      return;
    }
    Optional<ScratchEntry.Author> author = author(tx, turn);
    String shown = redactor.apply(answer);
    pads.forEach(pad -> ScratchRows.add(tx, pad, author, now, shown));
  }

  private static boolean wanted(Rows rows, ActivationRow turn) {
    TurnSettings settings = Contexts.settings(rows, Contexts.hash(rows, turn));
    return settings.options().getOrDefault(WRITE, "").equals("true");
  }

  private static Optional<ScratchEntry.Author> author(Rows rows, ActivationRow turn) {
    return rows.first(
        "SELECT a.name, s.id FROM sessions s JOIN agents a ON a.id = s.agent WHERE s.key = ?",
        row -> new ScratchEntry.Author(row.text("name"), row.text("id")),
        turn.session());
  }
}
