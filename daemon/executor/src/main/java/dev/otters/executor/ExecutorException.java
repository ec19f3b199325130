package dev.otters.executor;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tells why a sandbox operation failed, and what the operator can do about it. */
public class ExecutorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is; stable, so that callers can map it to exit codes. */
  public enum Reason {
    /** No engine could be found or used. */
    UNREACHABLE,
    /** The engine was there and no longer answers; the operation may be tried again. */
    ENGINE_LOST,
    /** An image is missing, broken, for another platform, or not usable as a sandbox. */
    IMAGE,
    /** A mount is malformed, forbidden, missing, or not readable by the sandbox. */
    MOUNT,
    /** A limit is out of the range that the engine or machine has. */
    LIMIT,
    /** The sandbox is not in the state that the operation needs. */
    CONFLICT,
    /** The sandbox was created and does not start. */
    START,
    /** A sandbox is not what was requested: somebody interfered. */
    TAMPERED,
    /** The engine or machine cannot do what is asked. */
    UNSUPPORTED
  }

  private final Reason reason;
  private final String remedy;

  /**
   * Creates a failure.
   *
   * @param message what was found, in one sentence without a final dot
   * @param remedy what to do, as one or more sentences; never empty
   */
  public ExecutorException(Reason reason, String message, String remedy) {
    this(reason, message, remedy, null);
  }

  /**
   * Creates a failure that another one caused.
   *
   * @param message what was found, in one sentence without a final dot
   * @param remedy what to do, as one or more sentences; never empty
   * @param cause null when nothing else failed before
   */
  public ExecutorException(
      Reason reason, String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  /** Returns the failure to start what was not created, or was started before. */
  public static ExecutorException notCreated(UUID agent) {
    return new ExecutorException(
        Reason.CONFLICT,
        "the sandbox of agent " + agent + " was not created, or was started before",
        "Start the agent again.");
  }

  /** Returns the failure to follow the output of an agent without a sandbox. */
  public static ExecutorException nothingToFollow(UUID agent) {
    return new ExecutorException(
        Reason.CONFLICT,
        "agent " + agent + " has no sandbox whose output could be followed",
        "Start the agent first.");
  }

  /** Cleans up after a failure; a failure of that is added to the first one. */
  public static void cleanUp(RuntimeException failure, Runnable cleaning) {
    try {
      cleaning.run();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns what kind of failure it is. */
  public Reason reason() {
    return reason;
  }

  /** Returns what the operator can do; never empty. */
  public String remedy() {
    return remedy;
  }
}
