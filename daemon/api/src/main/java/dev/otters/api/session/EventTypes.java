package dev.otters.api.session;

/** Names the durable events of a session, and what their bodies hold. */
public final class EventTypes {
  /** Holds {@code text}. */
  public static final String USER_MESSAGE = "user.message";

  /** Says that the user stopped the running turn; holds nothing. */
  public static final String USER_INTERRUPT = "user.interrupt";

  /**
   * Holds {@code text}; also {@code partial: true} when it is what the model said before a tool
   * call, {@code interrupted: true} when it had said no more before the user stopped it.
   */
  public static final String AGENT_MESSAGE = "agent.message";

  /** Is there before the tool runs. Holds {@code call, name, args[], stdin?, step}. */
  public static final String TOOL_USE = "agent.tool_use";

  /**
   * Holds {@code call, name, exitCode, stdout, stderr, durationMillis, truncated, outputFile?,
   * isError, error?}.
   */
  public static final String TOOL_RESULT = "agent.tool_result";

  /**
   * Begins an attempt of a turn. Holds {@code attempt, fence} and {@code messages[]}, the ids of
   * the user messages that it answers.
   */
  public static final String TURN_STARTED = "turn.started";

  /**
   * Ends a turn. Holds {@code outcome} ({@link #ANSWERED}, {@link #INTERRUPTED} or {@link #FAILED})
   * and {@code usage {inputTokens, outputTokens}}. Why it failed says the {@link #ERROR} before it.
   */
  public static final String TURN_FINISHED = "turn.finished";

  /** Holds {@code from, to, reason}. */
  public static final String STATUS_CHANGED = "session.status_changed";

  /**
   * Says that an attempt of a turn failed. Holds {@code kind} (transient, permanent or unknown),
   * {@code message, attempt}, and {@code retryInMillis} when the turn is tried again.
   */
  public static final String ERROR = "error";

  /** Is the outcome of a turn that ended with an answer. */
  public static final String ANSWERED = "answered";

  /**
   * Is the outcome of a turn that was told to stop; its {@code agent.message} holds what was said
   * so far.
   */
  public static final String INTERRUPTED = "interrupted";

  /** Is the outcome of a turn that failed and is not tried again. */
  public static final String FAILED = "failed";

  private EventTypes() {}
}
