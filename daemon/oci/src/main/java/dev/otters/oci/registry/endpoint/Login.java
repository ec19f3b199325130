package dev.otters.oci.registry.endpoint;

import dev.otters.agentfile.Quoted;
import dev.otters.credentials.Credentials;
import java.util.Optional;

/**
 * The authentication that was sent to a registry.
 *
 * @param credentials the credentials behind it; empty for none
 * @param byToken whether an access token was sent, which the credentials had obtained
 * @param pushes whether write access was requested
 */
public record Login(Optional<Credentials> credentials, boolean byToken, boolean pushes) {
  /** Returns the login for the token service that issues the access token. */
  public Login toGetToken() {
    return new Login(credentials, false, pushes);
  }

  /** Returns the owner of credentials, without secrets. */
  static String who(Credentials credentials) {
    return switch (credentials) {
      case Credentials.Password(var user, var _) -> "user " + Quoted.of(user);
      case Credentials.IdentityToken _ -> "the owner of the stored identity token";
      case Credentials.RegistryToken _ -> "the owner of the stored token";
    };
  }
}
