package dev.otters.protocol;

import java.io.IOException;

/** Thrown for a line above {@link Protocol#MAX_LINE_BYTES}, to be sent or received. */
public final class LineTooLongException extends IOException {
  private static final long serialVersionUID = 1;

  LineTooLongException() {
    super("a message is longer than " + Protocol.MAX_LINE_BYTES + " bytes");
  }
}
