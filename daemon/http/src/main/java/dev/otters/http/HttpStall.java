package dev.otters.http;

import java.io.IOException;

/** A server did not give or take anything for too long. */
public final class HttpStall extends IOException {
  private static final long serialVersionUID = 1;

  HttpStall(String message, Throwable cause) {
    super(message, cause);
  }
}
