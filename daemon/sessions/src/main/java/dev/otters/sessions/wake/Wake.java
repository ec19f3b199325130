package dev.otters.sessions.wake;

import dev.otters.home.store.Row;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of the table {@code wakes}.
 *
 * @param plan what fires when; its due time is the next one
 */
public record Wake(long key, Place place, WakePlan plan, WakeState state, Instant created) {
  /**
   * The session that a wake belongs to.
   *
   * @param session the key of the session
   * @param id the id of the session
   */
  public record Place(UUID agent, long session, SessionId id) {}

  static Wake of(Row row) {
    return new Wake(
        row.number("key"),
        new Place(row.uuid("agent"), row.number("session"), new SessionId(row.text("id"))),
        new WakePlan(
            row.time("due_at"),
            Repeat.of(row),
            row.text("note"),
            row.maybeText("dedupe"),
            row.constant("priority", WakePriority.class)),
        row.constant("state", WakeState.class),
        row.time("created_at"));
  }
}
