package dev.otters.sessions;

/** What a follower of a session receives, in this order of arrival. */
public sealed interface StreamItem {
  /** An event of the log; each is given exactly once, by ascending number. */
  record Durable(SessionEvent event) implements StreamItem {}

  /**
   * More of what the agent is saying; not in the log. The event {@code agent.message} replaces all
   * of it.
   */
  record Delta(String text) implements StreamItem {}

  /**
   * All that the agent has said so far since its last message, for one who joins in mid-turn; may
   * be empty.
   */
  record Snapshot(String text) implements StreamItem {}

  /**
   * A remark about the running turn, such as what it waits for; not in the log. It holds until text
   * or another remark comes.
   */
  record Note(String text) implements StreamItem {}

  /** What the agent said since its last message is void: it begins again. */
  record Restarted() implements StreamItem {}

  /** The session was deleted or the daemon stops; nothing follows. */
  record End() implements StreamItem {}
}
