package dev.otters.oci.registry;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A user's name and password or token for one registry. */
record Credentials(String user, String password) {
  /** Returns the value of an {@code Authorization} header. */
  String basic() {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(both);
  }

  /** Hides the password. */
  @Override
  public String toString() {
    return "Credentials[user=" + user + "]";
  }
}
