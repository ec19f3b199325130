package dev.otters.executor;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failed sandbox operation: the reason, and the remedy for the operator. */
public class ExecutorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of a failure, stable for callers that map it to exit codes. */
  public enum Reason {
    /** There is no usable engine. */
    UNREACHABLE,
    /** The engine no longer answers. The operation may be tried again. */
    ENGINE_LOST,
    /** An image is missing, damaged, for another platform, or unsuitable for a sandbox. */
    IMAGE,
    /** A mount is malformed, forbidden, missing, or not readable by the sandbox. */
    MOUNT,
    /** A limit is out of the range of the engine or machine. */
    LIMIT,
    /** The sandbox is not in the state that the operation needs. */
    CONFLICT,
    /** The created sandbox does not start. */
    START,
    /** A sandbox differs from its plan: something interfered. */
    TAMPERED,
    /** The engine or machine does not support the request. */
    UNSUPPORTED
  }

  private final Reason reason;
  private final String remedy;

  /**
   * Creates a failure.
   *
   * @param message a sentence without a final full stop
   * @param remedy one or more imperative sentences; never empty
   */
  public ExecutorException(Reason reason, String message, String remedy) {
    this(reason, message, remedy, null);
  }

  /**
   * Creates a failure with a cause.
   *
   * @param message a sentence without a final full stop
   * @param remedy one or more imperative sentences; never empty
   * @param cause null when there is none
   */
  public ExecutorException(
      Reason reason, String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  /** Returns the failure to start a sandbox that was not created, or was started before. */
  public static ExecutorException notCreated(SandboxKey key) {
    return new ExecutorException(
        Reason.CONFLICT,
        "the sandbox of agent " + key.owner() + " was not created, or was started before",
        "Start the agent again.");
  }

  /** Returns the failure to follow the output of an agent without a sandbox. */
  public static ExecutorException nothingToFollow(SandboxKey key) {
    return new ExecutorException(
        Reason.CONFLICT,
        "agent " + key.owner() + " has no sandbox with output to follow",
        "Start the agent first.");
  }

  /** Returns the failure to run a program in a sandbox that does not run. */
  public static ExecutorException notRunning(SandboxKey key) {
    return new ExecutorException(
        Reason.CONFLICT,
        "the sandbox of agent " + key.owner() + " does not run",
        "Start the agent first.");
  }

  /** Returns the failure to see the processes of a sandbox. */
  public static ExecutorException notVisible(SandboxKey key, IOException cause) {
    return new ExecutorException(
        Reason.UNSUPPORTED,
        "the processes of agent " + key.owner() + " are not visible: " + cause.getMessage(),
        "Run the daemon as root, or use an engine that runs on this machine.",
        cause);
  }

  /** Returns the failure to read the output of a sandbox. */
  public static ExecutorException outputLost(IOException cause) {
    return new ExecutorException(
        Reason.ENGINE_LOST,
        "cannot read the sandbox's output: " + cause.getMessage(),
        "Follow the output again.",
        cause);
  }

  /** Cleans up after a failure, and adds a failure of the cleaning to it. */
  public static void cleanUp(RuntimeException failure, Runnable cleaning) {
    try {
      cleaning.run();
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  /** Returns the kind of the failure. */
  public Reason reason() {
    return reason;
  }

  /** Returns what the operator can do; never empty. */
  public String remedy() {
    return remedy;
  }
}
