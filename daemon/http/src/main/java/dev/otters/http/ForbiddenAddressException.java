package dev.otters.http;

import java.io.IOException;

/** A host has an address that may not be spoken to; no connection was made. */
public final class ForbiddenAddressException extends IOException {
  private static final long serialVersionUID = 1;

  ForbiddenAddressException(String message) {
    super(message);
  }
}
