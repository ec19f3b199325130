package dev.otters.http;

import java.io.IOException;

/** A proxy does not let us through, or cannot be used; trying again does not help. */
public final class ProxyRefusal extends IOException {
  private static final long serialVersionUID = 1;

  ProxyRefusal(String message) {
    super(message);
  }
}
