package dev.otters.agents.rows;

import java.util.Objects;

/** Says why an agent could not become or stay ready. */
public final class AgentFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

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

  public Reason reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
