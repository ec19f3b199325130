package dev.otters.sessions.log;

import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** A refused request about a session; nothing was changed. */
public final class SessionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kinds of refusals. */
  public enum Code {
    /** The session does not exist. */
    NOT_FOUND,
    /** The session has no such turn, or the turn no such request. */
    NO_TURN,
    /** The turn has not started yet. */
    NOT_STARTED,
    /** An earlier release did not store what the request read. */
    NOT_STORED,
    /** No such call of the session waits for the operator, or for the client. */
    NO_APPROVAL,
    /** The call was decided or answered before, in another way. */
    DECIDED,
    /** The session has no such pending wake. */
    NO_WAKE,
    /** The session has as many pending wakes as it may have. */
    TOO_MANY_WAKES,
    /** Several sessions have ids that begin as given. */
    AMBIGUOUS,
    /** The session has expired. */
    EXPIRED,
    /** A turn of the session runs. */
    RUNNING,
    /** The last turn of the session did not fail for good. */
    NOT_FAILED,
    /** Another session has this name. */
    NAME_TAKEN,
    /** The event id was used before with other content. */
    CONFLICT,
    /** The session has other grants. */
    OTHER_GRANTS,
    /** A session cannot have a grant that its parent lacks. */
    WIDER_GRANTS,
    /** A value is invalid. */
    INVALID,
    /** No model reads such files, or so many or such large ones. */
    FILE,
    /** The runtime does not hold the lease that it named. */
    STALE_FENCE,
    /** A newer connection of the agent has taken over. */
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

  /** Returns the failure that the agent has no such session. */
  public static SessionException notFound(SessionId session) {
    return new SessionException(Code.NOT_FOUND, "session " + session + " not found");
  }

  /** Returns the failure that a session has no such turn. */
  public static SessionException noTurn(SessionId session, String turn, long turns) {
    return new SessionException(
        Code.NO_TURN, "session %s has no turn %s; it has %d".formatted(session, turn, turns));
  }

  /** Returns the failure that a turn has no such request. */
  public static SessionException noCall(long call) {
    return noRequest(Long.toString(call));
  }

  /** Returns the failure that a turn has no such request. */
  public static SessionException noRequest(String step) {
    return new SessionException(Code.NO_TURN, "the turn has no request " + step);
  }

  /** Returns the failure that a turn has not started yet. */
  public static SessionException notStarted() {
    return new SessionException(Code.NOT_STARTED, "the turn has not started yet");
  }

  /** Returns the failure that what a request read is not stored. */
  public static SessionException notStored(String step) {
    return new SessionException(
        Code.NOT_STORED, "the context of request " + step + " is not stored");
  }

  /** Returns the failure that no such call waits for the operator. */
  public static SessionException noApproval(SessionId session, long approval) {
    return new SessionException(
        Code.NO_APPROVAL, "session %s has no approval %d".formatted(session, approval));
  }

  /**
   * Returns the failure that a call was decided before.
   *
   * @param how what became of it
   */
  public static SessionException decided(long approval, String how) {
    return new SessionException(Code.DECIDED, "approval %d is already %s".formatted(approval, how));
  }

  /** Returns the failure that a session has no such call of a client's tool. */
  public static SessionException noCustomCall(SessionId session, String call) {
    return new SessionException(
        Code.NO_APPROVAL, "session %s has no call %s of a client's tool".formatted(session, call));
  }

  /**
   * Returns the failure that a call of a client's tool waits no more.
   *
   * @param how what became of it
   */
  public static SessionException answered(String call, String how) {
    return new SessionException(Code.DECIDED, "call %s is already %s".formatted(call, how));
  }

  /** Returns the failure that there is already a session with this id or name. */
  public static SessionException exists(SessionId session) {
    return new SessionException(Code.NAME_TAKEN, "session " + session + " already exists");
  }

  /** Returns the failure that another request with this id created a session. */
  public static SessionException requestReused(String request) {
    return new SessionException(
        Code.CONFLICT, "the id " + request + " was already used to create another session");
  }

  /** Returns the failure that a session has no such pending wake. */
  public static SessionException noWake(SessionId session, long wake) {
    return new SessionException(Code.NO_WAKE, "session %s has no wake %d".formatted(session, wake));
  }

  /** Returns the failure that a session has as many pending wakes as it may have. */
  public static SessionException tooManyWakes(SessionId session, int most) {
    return new SessionException(
        Code.TOO_MANY_WAKES, "session %s already has %d wakes".formatted(session, most));
  }

  static SessionException ambiguous(SessionId beginning, List<SessionId> found) {
    String ids = found.stream().map(SessionId::value).collect(Collectors.joining(", "));
    return new SessionException(
        Code.AMBIGUOUS, "several ids of sessions begin with " + beginning + ": " + ids);
  }

  /** Returns the failure that a session has expired. */
  public static SessionException expired(SessionView session) {
    return new SessionException(
        Code.EXPIRED,
        "session %s expired at %s"
            .formatted(
                session.id(), session.expires().map(Instant::toString).orElse("an unknown time")));
  }

  /** Returns the failure that a turn of the session runs. */
  public static SessionException running(SessionId session) {
    return new SessionException(Code.RUNNING, "session " + session + " is running");
  }

  /** Returns the failure that the last turn of a session did not fail for good. */
  public static SessionException notFailed(SessionView session) {
    return new SessionException(
        Code.NOT_FAILED,
        "session %s is %s, so nothing of it has failed for good"
            .formatted(session.id(), session.status().wireName()));
  }

  static SessionException nameTaken(SessionId name) {
    return new SessionException(Code.NAME_TAKEN, "another session of the agent is named " + name);
  }

  static SessionException sharesFolders(SessionId session, SessionId twin) {
    return new SessionException(
        Code.NAME_TAKEN,
        "session %s would share its folders with session %s".formatted(session, twin));
  }

  static SessionException conflict(String eventId) {
    return new SessionException(
        Code.CONFLICT, "the event id " + eventId + " was already used with different content");
  }

  /** Returns the failure that a session has other grants. */
  public static SessionException otherGrants(SessionId session, Grants has) {
    String what = has.isEmpty() ? "no grants" : "the grants " + String.join(", ", has.texts());
    return new SessionException(Code.OTHER_GRANTS, "session %s has %s".formatted(session, what));
  }

  /** Returns the failure that a parent lacks a grant that its child wants. */
  public static SessionException widerGrants(SessionId parent, Namespace wanted) {
    return new SessionException(
        Code.WIDER_GRANTS,
        "the grant %s is not at or below one of its parent %s".formatted(wanted, parent));
  }

  /** Returns the failure that a request makes no sense. */
  public static SessionException invalid(String message) {
    return new SessionException(Code.INVALID, message);
  }

  /** Returns the failure that files cannot be part of a message. */
  public static SessionException file(String message) {
    return new SessionException(Code.FILE, message);
  }

  /** Returns the failure that a session has no such file. */
  public static SessionException noFile(String sha256) {
    return new SessionException(Code.NOT_FOUND, "the session has no file " + sha256);
  }

  /** Returns the failure that the caller does not hold the turn. */
  public static SessionException stale(String activation, long fence) {
    return new SessionException(
        Code.STALE_FENCE,
        "activation %s is not leased under fence %d".formatted(activation, fence));
  }

  /** Returns the failure that another connection took over. */
  public static SessionException superseded() {
    return new SessionException(Code.SUPERSEDED, "a newer connection of this agent has taken over");
  }
}
