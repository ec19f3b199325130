package dev.otters.protocol;

import java.io.IOException;

/** A line longer than {@link Protocol#MAX_LINE_BYTES}, sent or received. */
public final class LineTooLongException extends IOException {
  private static final long serialVersionUID = 1;

  LineTooLongException() {
    super(
        "The turn has grown past %d MiB, the limit of a message. Start a new session."
            .formatted(Protocol.MAX_LINE_BYTES / 1024 / 1024));
  }
}
