package dev.otters.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What proves to one registry who asks. No form shows its secret as text. */
public sealed interface Credentials {
  /** A user's name and password, or a token that stands in for the password. */
  record Password(String user, String password) implements Credentials {
    /** Returns the value of an {@code Authorization} header. */
    public String basic() {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    /** Hides the password. */
    @Override
    public String toString() {
      return "Password[user=" + user + "]";
    }
  }

  /** A refresh token, for which the registry's token service gives access tokens. */
  record IdentityToken(String token) implements Credentials {
    /** Hides the token. */
    @Override
    public String toString() {
      return "IdentityToken[]";
    }
  }

  /** An access token that the registry takes as it is. */
  record RegistryToken(String token) implements Credentials {
    /** Hides the token. */
    @Override
    public String toString() {
      return "RegistryToken[]";
    }
  }
}
