package dev.otters.agents.rows;

import java.util.Objects;

/** The reason why an agent could not become or stay ready. */
public final class AgentFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The remedy when only the log of the agent says more. */
  public static final String SEE_LOGS = "See 'otters logs'.";

  /** The remedy when another command of the operator ended the start. */
  public static final String ENDED = "Start or run it again.";

  private final Reason reason;
  private final String remedy;

  public AgentFailure(Reason reason, String message, String remedy) {
    super(message);
    this.reason = reason;
    this.remedy = remedy;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNullElse(super.getMessage(), "");
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }

  /** Returns a sentence with what the operator can do. */
  public String remedy() {
    return remedy;
  }
}
