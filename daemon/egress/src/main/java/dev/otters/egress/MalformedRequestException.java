package dev.otters.egress;

import java.io.IOException;

/** The client does not speak one of the proxy's protocols, or ended early. */
final class MalformedRequestException extends IOException {
  private static final long serialVersionUID = 1;

  MalformedRequestException(String message) {
    super(message);
  }
}
