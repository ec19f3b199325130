package dev.otters.oci.registry;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The credentials that {@code docker login} left in a {@code config.json}, in plain form. */
final class DockerConfig {
  private static final Set<String> DOCKER_HUB =
      Set.of("docker.io", "index.docker.io", "registry-1.docker.io");

  private final Path file;

  DockerConfig(Path file) {
    this.file = file;
  }

  /**
   * Returns the credentials for a registry; empty when there are none.
   *
   * @throws OciException DENIED when the file cannot be read
   */
  Optional<Credentials> find(String host) {
    return read()
        .flatMap(config -> config.object("auths"))
        .flatMap(
            auths ->
                auths.fields().stream()
                    .filter(key -> isFor(key, host))
                    .flatMap(key -> auths.object(key).stream())
                    .flatMap(entry -> credentials(entry).stream())
                    .findFirst());
  }

  /** Tells whether a credential helper, which we do not ask, may know the registry. */
  boolean namesHelper(String host) {
    return read()
        .map(
            config ->
                config.optionalText("credsStore").isPresent()
                    || config
                        .object("credHelpers")
                        .filter(helpers -> helpers.fields().stream().anyMatch(k -> isFor(k, host)))
                        .isPresent())
        .orElse(false);
  }

  private Optional<JsonView> read() {
    try {
      return Optional.of(JsonView.parse(Files.readAllBytes(file), file.toString(), Reason.DENIED));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new OciException(
          Reason.DENIED,
          "cannot read the credentials in " + file + ": " + e,
          "Make the file readable for the daemon's user.",
          e);
    }
  }

  /** Keys are hosts, or URLs such as {@code https://index.docker.io/v1/}. */
  private static boolean isFor(String key, String host) {
    String bare = key.replaceFirst("^https?://", "").replaceFirst("/.*$", "");
    return bare.equalsIgnoreCase(host) || (DOCKER_HUB.contains(bare) && DOCKER_HUB.contains(host));
  }

  private Optional<Credentials> credentials(JsonView entry) {
    Optional<String> auth = entry.optionalText("auth").filter(text -> !text.isEmpty());
    if (auth.isPresent()) {
      return Optional.of(decode(entry, auth.get()));
    }
    return entry
        .optionalText("username")
        .filter(user -> !user.isEmpty())
        .map(user -> new Credentials(user, entry.optionalText("password").orElse("")));
  }

  private static Credentials decode(JsonView entry, String auth) {
    try {
      String both = new String(Base64.getDecoder().decode(auth), StandardCharsets.UTF_8);
      List<String> parts = List.of(both.split(":", 2));
      if (parts.size() == 2) {
        return new Credentials(parts.get(0), parts.get(1).replace("\0", ""));
      }
    } catch (IllegalArgumentException notBase64) {
      throw entry.at("auth").error("is not base64");
    }
    throw entry.at("auth").error("is not user:password in base64");
  }
}
