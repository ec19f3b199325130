package dev.otters.oci.registry.endpoint;

import dev.otters.agentfile.Quoted;
import dev.otters.credentials.Credentials;
import java.util.Optional;

/**
 * What a registry was shown to prove who asks.
 *
 * @param credentials whose they are; empty when it was shown nothing
 * @param byToken whether an access token was shown, which the credentials themselves had got
 * @param pushes whether more than reading was asked for
 */
public record Login(Optional<Credentials> credentials, boolean byToken, boolean pushes) {
  /** Returns what a token service is shown, from which the access token is to come. */
  public Login toGetToken() {
    return new Login(credentials, false, pushes);
  }

  /** Returns words for whoever credentials belong to; nothing in them is secret. */
  static String who(Credentials credentials) {
    return switch (credentials) {
      case Credentials.Password(var user, var _) -> "user " + Quoted.of(user);
      case Credentials.IdentityToken _ -> "the owner of the kept identity token";
      case Credentials.RegistryToken _ -> "the owner of the kept token";
    };
  }
}
