package dev.otters.credentials;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Credentials for one registry. {@code toString} never shows a secret. */
public sealed interface Credentials {
  /** Returns the values that no text must show. */
  List<String> secrets();

  /** A user's name and password, or a token that stands in for the password. */
  record Password(String user, String password) implements Credentials {
    private static final String BASIC = "Basic ";

    /** Returns the value of an {@code Authorization} header. */
    public String basic() {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return BASIC + Base64.getEncoder().encodeToString(both);
    }

    @Override
    public List<String> secrets() {
      return List.of(password, basic().substring(BASIC.length()));
    }

    /** Hides the password. */
    @Override
    public String toString() {
      return "Password[user=" + user + "]";
    }
  }

  /** A refresh token. The registry's token service exchanges it for access tokens. */
  record IdentityToken(String token) implements Credentials {
    @Override
    public List<String> secrets() {
      return List.of(token);
    }

    /** Hides the token. */
    @Override
    public String toString() {
      return "IdentityToken[]";
    }
  }

  /** An access token, sent to the registry unchanged. */
  record RegistryToken(String token) implements Credentials {
    @Override
    public List<String> secrets() {
      return List.of(token);
    }

    /** Hides the token. */
    @Override
    public String toString() {
      return "RegistryToken[]";
    }
  }
}
