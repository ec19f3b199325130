package dev.otters.sessions;

/** Says why a request about a session was refused; nothing was changed. */
public final class SessionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of refusal it is. */
  public enum Code {
    /** There is no such session. */
    NOT_FOUND,
    /** The event id was used before, with other content. */
    CONFLICT,
    /** A value is not allowed. */
    INVALID,
    /** The runtime holds no lease, or an old one, on the activation that it named. */
    STALE_FENCE,
    /** Another connection of the same agent has taken over. */
    SUPERSEDED
  }

  private final Code code;

  private SessionException(Code code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns the kind of refusal. */
  public Code code() {
    return code;
  }

  static SessionException notFound(SessionId session) {
    return new SessionException(Code.NOT_FOUND, "the agent has no session " + session);
  }

  static SessionException conflict(String eventId) {
    return new SessionException(
        Code.CONFLICT, "the event id " + eventId + " was used before with other content");
  }

  static SessionException invalid(String message) {
    return new SessionException(Code.INVALID, message);
  }

  static SessionException stale(String activation, long fence) {
    return new SessionException(
        Code.STALE_FENCE,
        "activation %s is not leased with the fence %d".formatted(activation, fence));
  }

  static SessionException superseded() {
    return new SessionException(Code.SUPERSEDED, "another connection of this agent took over");
  }
}
