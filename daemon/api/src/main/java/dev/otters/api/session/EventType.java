package dev.otters.api.session;

import java.util.Optional;

/** The types of a session's durable events, with the members of their bodies. */
public enum EventType {
  /**
   * A message of the user: {@code text}, and {@code schema} if the answer must match a JSON Schema.
   */
  USER_MESSAGE("user.message"),

  /** The user stopped the running turn. The body is empty. */
  USER_INTERRUPT("user.interrupt"),

  /**
   * A message of the agent: {@code text}; {@code partial: true} when the model said it before a
   * tool call, {@code interrupted: true} when the user interrupted it.
   */
  AGENT_MESSAGE("agent.message"),

  /**
   * An answer that is about to be compared with the schema of its message: {@code step, text}. An
   * {@link #AGENT_MESSAGE} or {@link #REJECTED} follows.
   */
  PROPOSED("agent.proposed"),

  /** The proposed answer does not match the schema: {@code step, mismatch}. */
  REJECTED("agent.rejected"),

  /**
   * The parts of an answer that only its model can read, such as signed reasoning: {@code step,
   * model, parts}.
   */
  THINKING("agent.thinking"),

  /** A tool is about to run: {@code call, name, args[], stdin?, step}. */
  TOOL_USE("agent.tool_use"),

  /**
   * A tool has run: {@code call, name, exitCode, stdout, stderr, durationMillis, truncated,
   * outputFile?, isError, error?}.
   */
  TOOL_RESULT("agent.tool_result"),

  /**
   * A tool of the client is called, and its result waited for: {@code id, call, name, input, step}.
   * Without {@code id}, the input is wrong, and a {@link #TOOL_RESULT} follows that says so.
   */
  CUSTOM_TOOL_USE("agent.custom_tool_use"),

  /** The client sent the result of a call: {@code id, call, name, text, isError}. */
  CUSTOM_TOOL_RESULT("user.custom_tool_result"),

  /**
   * A call of a gated tool waits for the operator: {@code approval, call, name, step, expiresAt},
   * and {@code outcome} in a session with one.
   */
  APPROVAL_REQUESTED("approval.requested"),

  /** The operator allowed a call, which runs now, once: {@code call, note?}. */
  APPROVAL_GRANTED("approval.granted"),

  /** The operator denied a call: {@code call, note?}. The result that the model gets follows. */
  APPROVAL_DENIED("approval.denied"),

  /** The operator did not decide about a call in time: {@code call}. */
  APPROVAL_EXPIRED("approval.expired"),

  /**
   * The operator defined what the session shall achieve: {@code title, detail?, criteria[]}; or
   * {@code removed: true}.
   */
  USER_DEFINE_OUTCOME("user.define_outcome"),

  /** The operator decided about a criterion of the outcome: {@code criterion, met, note}. */
  USER_OUTCOME_VERDICT("user.outcome_verdict"),

  /** The operator promoted drafts whatever the outcome is: {@code files[]}. */
  USER_OUTCOME_OVERRIDE("user.outcome_override"),

  /** A wake was scheduled: {@code wake, note, dueAt}. */
  WAKE_SCHEDULED("wake.scheduled"),

  /** A wake was removed before its time: {@code wake}. */
  WAKE_CANCELLED("wake.cancelled"),

  /**
   * A wake began a turn, as a message does: {@code wake, text, dueAt}, and {@code lateMillis} if it
   * came more than a minute after its time.
   */
  WAKE_FIRED("wake.fired"),

  /**
   * An attempt of a turn starts: {@code attempt, fence, context}, and {@code messages[]}, the ids
   * of the messages and wakes that it answers. The context is named by its SHA-256.
   */
  TURN_STARTED("turn.started"),

  /**
   * A turn ends: {@code outcome}, a {@link TurnOutcome}, and {@code usage {inputTokens,
   * outputTokens}}. The {@link #ERROR} before it says why a turn failed.
   */
  TURN_FINISHED("turn.finished"),

  /**
   * The status of the session changed: {@code from, to, reason}; to {@code terminated} at its end.
   */
  STATUS_CHANGED("session.status_changed"),

  /**
   * The model summarized earlier turns, which it sees as this summary from now on: {@code summary},
   * {@code from, to}, the numbers of the first and last message or event that it covers, and {@code
   * model}.
   */
  COMPACTED("session.compacted"),

  /**
   * An attempt of a turn failed: {@code kind}, a {@link FailureKind}, {@code message, attempt}, and
   * {@code retryInMillis} when the turn is retried.
   */
  ERROR("error");

  private final String wireName;

  EventType(String wireName) {
    this.wireName = wireName;
  }

  /** Finds the type of a name; empty for one that this release does not know. */
  public static Optional<EventType> named(String wireName) {
    for (EventType type : values()) {
      if (type.wireName.equals(wireName)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  /** Returns the name that events carry. */
  @Override
  public String toString() {
    return wireName;
  }
}
