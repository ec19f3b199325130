package dev.otters.cli.client;

import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * The right to use a daemon.
 *
 * @param token the operator's token, null to send none
 * @param owner the user that must serve the daemon's socket, null for any
 */
record Access(@Nullable String token, @Nullable UserPrincipal owner) {
  /** Sends no token. */
  static final Access NONE = new Access(null, null);

  /** Shows no token. */
  @Override
  public String toString() {
    return "Access[owner=" + owner + "]";
  }
}
