package dev.otters.credentials;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for one registry as a request header carries them: base64url of the JSON that Docker
 * sends as {@code X-Registry-Auth}.
 *
 * @param host the registry's host and port, as in image references
 */
public record HostCredentials(String host, Credentials credentials) {
  /** The name of the header. */
  public static final String HEADER = "X-Otters-Registry-Auth";

  private static final int LONGEST = 64 << 10;

  /** Returns the value of the header. */
  public String encode() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("serveraddress", host);
    switch (credentials) {
      case Password(String user, String password) -> {
        fields.put("username", user);
        fields.put("password", password);
      }
      case IdentityToken(String token) -> fields.put("identitytoken", token);
      case RegistryToken(String token) -> fields.put("registrytoken", token);
    }
    return Base64.getUrlEncoder().encodeToString(Json.write(fields, false));
  }

  /**
   * Reads the value of the header.
   *
   * @throws CredentialsException if the value is malformed; the message never quotes it
   */
  public static HostCredentials decode(String header) {
    try {
      if (header.length() <= LONGEST) {
        Map<String, @Nullable Object> fields =
            Json.parse(Base64.getUrlDecoder().decode(header)).orElse(Map.of());
        Optional<String> host = Json.text(fields, "serveraddress");
        Optional<Credentials> credentials = credentials(fields);
        if (host.isPresent() && credentials.isPresent()) {
          return new HostCredentials(host.get(), credentials.get());
        }
      }
    } catch (IllegalArgumentException notBase64) {
      throw unusable(notBase64);
    }
    throw unusable(null);
  }

  private static Optional<Credentials> credentials(Map<String, @Nullable Object> fields) {
    Optional<Credentials> token = Json.text(fields, "identitytoken").map(IdentityToken::new);
    return token
        .or(() -> Json.text(fields, "registrytoken").map(RegistryToken::new))
        .or(
            () ->
                Json.text(fields, "username")
                    .map(user -> new Password(user, Json.text(fields, "password").orElse(""))));
  }

  private static CredentialsException unusable(@Nullable Throwable cause) {
    return new CredentialsException(
        "the header " + HEADER + " does not contain credentials",
        "Send base64url of {\"serveraddress\": …, \"username\": …, \"password\": …}.",
        cause);
  }
}
