package dev.otters.worker.wire;

import dev.otters.protocol.WireError;

/** A call that the daemon refused, or that does not fit on the wire. */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient WireError error;

  /** Wraps an error of the wire. */
  public CallFailedException(WireError error) {
    super(error.message());
    this.error = error;
  }

  public WireError error() {
    return error;
  }

  /** Reports whether the runtime no longer holds the activation. */
  public boolean isStale() {
    return error.code() == WireError.Code.STALE_FENCE;
  }
}
