package dev.otters.http;

import java.io.IOException;

/** A proxy refuses a connection or cannot be used. A retry does not help. */
public final class ProxyRefusal extends IOException {
  private static final long serialVersionUID = 1;

  ProxyRefusal(String message) {
    super(message);
  }
}
