package dev.otters.sessions.log;

/** An item that a follower of a session receives. */
public sealed interface StreamItem {
  /** An event of the log. Each comes once, by ascending number. */
  record Durable(SessionEvent event) implements StreamItem {}

  /**
   * More of the answer; not in the log. The event {@code agent.message} replaces all of it. A slow
   * follower does not receive text that the event has replaced or that is above a limit.
   */
  record Delta(String text) implements StreamItem {}

  /**
   * The whole answer since the last message, for a follower that joins during a turn. Empty if
   * there is no text or it is above a limit.
   */
  record Snapshot(String text) implements StreamItem {}

  /**
   * A remark about the running turn, such as what it waits for; not in the log. Text or another
   * remark replaces it.
   */
  record Note(String text) implements StreamItem {}

  /** The text since the last message is void and starts again. */
  record Restarted() implements StreamItem {}

  /** The end: the session was deleted or the daemon is stopping. */
  record End() implements StreamItem {}
}
