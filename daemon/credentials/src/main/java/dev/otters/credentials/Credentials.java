package dev.otters.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Credentials for one registry. {@code toString} never shows a secret. */
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

  /** A refresh token. The registry's token service exchanges it for access tokens. */
  record IdentityToken(String token) implements Credentials {
    /** Hides the token. */
    @Override
    public String toString() {
      return "IdentityToken[]";
    }
  }

  /** An access token, sent to the registry unchanged. */
  record RegistryToken(String token) implements Credentials {
    /** Hides the token. */
    @Override
    public String toString() {
      return "RegistryToken[]";
    }
  }
}
