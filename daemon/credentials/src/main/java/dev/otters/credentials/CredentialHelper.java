package dev.otters.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gets, stores and erases credentials through a program {@code docker-credential-NAME}.
 *
 * @see <a href="https://github.com/docker/docker-credential-helpers">Docker credential helpers</a>
 */
final class CredentialHelper {
  private static final String NOT_FOUND = "credentials not found";
  private static final String TOKEN_USER = "<token>";

  private final String name;
  private final HelperPrograms programs;

  CredentialHelper(String name, HelperPrograms programs) {
    this.name = name;
    this.programs = programs;
  }

  String name() {
    return name;
  }

  /** Returns the credentials for a key; empty if the helper has none. */
  Optional<Credentials> get(String key) {
    HelperPrograms.Answer answer = programs.run(name, "get", key.getBytes(UTF_8));
    if (answer.status() != 0) {
      if (answer.text().startsWith(NOT_FOUND)) {
        return Optional.empty();
      }
      throw refused("get", answer, Optional.empty());
    }
    Map<String, @Nullable Object> fields =
        Json.parse(answer.text().getBytes(UTF_8))
            .orElseThrow(() -> failure("answered get without a JSON object"));
    String user = Json.text(fields, "Username").orElse("");
    Optional<String> secret = Json.text(fields, "Secret");
    return secret.map(
        text -> user.equals(TOKEN_USER) ? new IdentityToken(text) : new Password(user, text));
  }

  void store(String key, Credentials credentials) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("ServerURL", key);
    switch (credentials) {
      case Password(String user, String password) -> {
        fields.put("Username", user);
        fields.put("Secret", password);
      }
      case IdentityToken(String token) -> {
        fields.put("Username", TOKEN_USER);
        fields.put("Secret", token);
      }
      case RegistryToken unkept ->
          throw new IllegalArgumentException("an access token expires too soon to be stored");
    }
    HelperPrograms.Answer answer = programs.run(name, "store", Json.write(fields, false));
    if (answer.status() != 0) {
      throw refused("store", answer, Json.text(fields, "Secret"));
    }
  }

  /** Erases a key. An unknown key is not an error. */
  void erase(String key) {
    HelperPrograms.Answer answer = programs.run(name, "erase", key.getBytes(UTF_8));
    if (answer.status() != 0 && !answer.text().startsWith(NOT_FOUND)) {
      throw refused("erase", answer, Optional.empty());
    }
  }

  /** Quotes the helper's output unless it could contain a secret. */
  private CredentialsException refused(
      String verb, HelperPrograms.Answer answer, Optional<String> secret) {
    String text = answer.text().strip();
    boolean silent =
        text.isEmpty()
            || text.contains("{")
            || secret.filter(word -> text.contains(word)).isPresent();
    return failure(
        "failed to "
            + verb
            + " (exit status "
            + answer.status()
            + ")"
            + (silent ? "" : ": " + Shown.of(text)));
  }

  private CredentialsException failure(String what) {
    return new CredentialsException(
        "the credential helper docker-credential-" + name + " " + what,
        "Run docker-credential-" + name + " list to check that it works, or log in again.",
        null);
  }
}
