package dev.otters.worker.wire;

import dev.otters.protocol.WireError;

/** Says that the daemon refused a call, or that the call or its answer cannot be carried. */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient WireError error;

  /** Wraps an error of the wire. */
  public CallFailedException(WireError error) {
    super(error.message());
    this.error = error;
  }

  /** Returns what the daemon said. */
  public WireError error() {
    return error;
  }

  /** Returns whether the activation was given to somebody else or has ended. */
  public boolean isStale() {
    return error.code() == WireError.Code.STALE_FENCE;
  }
}
