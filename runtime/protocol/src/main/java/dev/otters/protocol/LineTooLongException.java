package dev.otters.protocol;

import java.io.IOException;

/** Thrown for a line above {@link Protocol#MAX_LINE_BYTES}, to be sent or received. */
public final class LineTooLongException extends IOException {
  private static final long serialVersionUID = 1;

  LineTooLongException() {
    super(
        "The turn has grown past %d MiB, the longest message between a runtime and the daemon. Start a new session."
            .formatted(Protocol.MAX_LINE_BYTES / 1024 / 1024));
  }
}
