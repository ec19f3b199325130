package dev.otters.api.system;

import org.jspecify.annotations.Nullable;

/**
 * The file {@code credentials.json} of a home.
 *
 * @param endpoint {@code unix:///…/otters.sock}
 * @param token of the operator
 * @param tcp {@code http://127.0.0.1:PORT}, null when the daemon does not listen there
 */
public record Credentials(String endpoint, String token, @Nullable String tcp) {
  /** Shows no token. */
  @Override
  public String toString() {
    return "Credentials[endpoint=" + endpoint + ", tcp=" + tcp + "]";
  }
}
