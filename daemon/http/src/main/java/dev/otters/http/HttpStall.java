package dev.otters.http;

import java.io.IOException;

/** A server sent or read too little for too long. */
public final class HttpStall extends IOException {
  private static final long serialVersionUID = 1;

  HttpStall(String message, Throwable cause) {
    super(message, cause);
  }
}
