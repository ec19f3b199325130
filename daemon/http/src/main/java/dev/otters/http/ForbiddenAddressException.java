package dev.otters.http;

import java.io.IOException;

/** The route does not allow an address of the host. No connection was made. */
public final class ForbiddenAddressException extends IOException {
  private static final long serialVersionUID = 1;

  ForbiddenAddressException(String message) {
    super(message);
  }
}
