package dev.otters.http;

import java.io.IOException;

/** A server responded in another protocol than HTTP, such as TLS. */
public final class NoHttp extends IOException {
  private static final long serialVersionUID = 1;

  private final boolean tls;

  NoHttp(String line) {
    super("the server does not speak HTTP");
    this.tls = line.startsWith("\u0015\u0003");
  }

  /** Returns whether the response looks like TLS. */
  public boolean isTls() {
    return tls;
  }
}
