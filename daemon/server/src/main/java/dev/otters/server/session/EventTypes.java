package dev.otters.server.session;

/** The types of events that this release writes. */
public final class EventTypes {
  /** A message of the user: {@code {text}}. */
  public static final String USER_MESSAGE = "user.message";

  /** The user stopped the running turn: {@code {}}. */
  public static final String USER_INTERRUPT = "user.interrupt";

  /**
   * An answer {@code {text}}, or what the agent said before a tool call {@code {text, partial:
   * true}}.
   */
  public static final String AGENT_MESSAGE = "agent.message";

  /** A tool call, written before the tool runs: {@code {call, name, args, stdin, step}}. */
  public static final String TOOL_USE = "agent.tool_use";

  /** The result of a tool call. */
  public static final String TOOL_RESULT = "agent.tool_result";

  /** An attempt of a turn begins: {@code {attempt, fence, messages}}. */
  public static final String TURN_STARTED = "turn.started";

  /** A turn ended: {@code {outcome, usage}}. */
  public static final String TURN_FINISHED = "turn.finished";

  /** The session's status changed: {@code {from, to, reason}}. */
  public static final String STATUS_CHANGED = "session.status_changed";

  /** An attempt failed: {@code {kind, message, attempt, retryInMillis}}. */
  public static final String ERROR = "error";

  private EventTypes() {}
}
