package dev.otters.oci.registry;

import java.io.InterruptedIOException;

/** The thread was interrupted while it waited for a registry; the call is not tried again. */
final class InterruptedCall extends InterruptedIOException {
  private static final long serialVersionUID = 1;

  InterruptedCall(InterruptedException cause) {
    super("interrupted");
    initCause(cause);
  }
}
