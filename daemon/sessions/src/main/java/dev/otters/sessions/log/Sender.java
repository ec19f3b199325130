package dev.otters.sessions.log;

import dev.otters.api.session.EventType;
import java.util.Optional;

/**
 * The sender of an event.
 *
 * @param name as readers of the log see it, such as {@code operator:TOKEN}
 */
public record Sender(String name) {
  public static final Sender DAEMON = new Sender("daemon");

  /** The model of the agent: what it said, and what it asked for. */
  public static final Sender MODEL = new Sender("model");

  /** The agent's runtime, which reports from the sandbox. */
  public static final Sender RUNTIME = new Sender("runtime");

  /** Returns the sender of what a wake brings. */
  public static Sender wake(long wake) {
    return new Sender("wake:" + wake);
  }

  /**
   * Returns the usual sender of a type's events.
   *
   * @param token the id of the token of the request that appends; empty without a request
   */
  static Sender usual(EventType type, Optional<String> token) {
    return switch (type) {
      case USER_MESSAGE,
          USER_INTERRUPT,
          CUSTOM_TOOL_RESULT,
          APPROVAL_GRANTED,
          APPROVAL_DENIED,
          USER_DEFINE_OUTCOME,
          USER_OUTCOME_VERDICT,
          USER_OUTCOME_OVERRIDE,
          WAKE_SCHEDULED,
          WAKE_CANCELLED ->
          token.map(id -> new Sender("operator:" + id)).orElse(DAEMON);
      case AGENT_MESSAGE, PROPOSED, THINKING, TOOL_USE, CUSTOM_TOOL_USE -> MODEL;
      case TOOL_RESULT,
          REJECTED,
          APPROVAL_REQUESTED,
          APPROVAL_EXPIRED,
          WAKE_FIRED,
          TURN_STARTED,
          TURN_FINISHED,
          STATUS_CHANGED,
          COMPACTED,
          ERROR ->
          DAEMON;
    };
  }
}
