package dev.otters.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that {@code docker login} stores, in {@code config.json} or in a credential
 * helper that it names. Every call reads the file, which need not exist.
 *
 * <p>Every method throws {@link CredentialsException} if the file or a helper cannot be used.
 */
public final class DockerConfig {
  private static final Duration HELPER_PATIENCE = Duration.ofSeconds(30);

  private final ConfigFile file;
  private final HelperPrograms helpers;

  /** Uses the given file. */
  public DockerConfig(Path file, Map<String, String> environment) {
    this(file, environment, HELPER_PATIENCE);
  }

  DockerConfig(Path file, Map<String, String> environment, Duration patience) {
    this.file = new ConfigFile(file);
    this.helpers = new HelperPrograms(environment, patience);
  }

  /** Uses the file of the {@code docker} command, in {@code DOCKER_CONFIG} or {@code ~/.docker}. */
  public static DockerConfig ofEnvironment(Map<String, String> environment) {
    String folder = environment.getOrDefault("DOCKER_CONFIG", "");
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    Path config = folder.isEmpty() ? Path.of(home, ".docker") : Path.of(folder);
    return new DockerConfig(config.resolve("config.json"), environment);
  }

  /** Tells whether a registry's name, which is a host or a URL, refers to {@code host}. */
  public static boolean isFor(String name, String host) {
    return RegistryHosts.isFor(name, host);
  }

  public Path file() {
    return file.path();
  }

  /** Returns the credentials for a registry; empty if there are none. */
  public Optional<Credentials> find(String host) {
    Map<String, @Nullable Object> config = file.read();
    return helper(config, host)
        .flatMap(helper -> helper.get(RegistryHosts.key(host)))
        .or(() -> entry(config, host));
  }

  /**
   * Stores the credentials of a registry in its helper or, without one, in the file. Leaves all
   * other settings in the file unchanged.
   *
   * @return the name of the helper that stored them; empty if they are in the file
   */
  public Optional<String> store(String host, Credentials credentials) {
    Optional<CredentialHelper> helper = helper(file.read(), host);
    Map<String, Object> entry = new LinkedHashMap<>();
    if (helper.isPresent()) {
      helper.get().store(RegistryHosts.key(host), credentials);
    } else {
      entry.putAll(plain(credentials));
    }
    boolean unused =
        file.change(
            auths -> {
              Map<String, @Nullable Object> before = new LinkedHashMap<>(auths);
              auths.keySet().removeIf(key -> RegistryHosts.isFor(key, host));
              auths.put(RegistryHosts.key(host), entry);
              return !auths.equals(before);
            });
    return helper.map(CredentialHelper::name);
  }

  /**
   * Erases the credentials of a registry.
   *
   * @return whether the file or a helper had credentials for it
   */
  public boolean erase(String host) {
    Optional<CredentialHelper> helper = helper(file.read(), host);
    boolean kept = helper.flatMap(found -> found.get(RegistryHosts.key(host))).isPresent();
    if (kept) {
      helper.get().erase(RegistryHosts.key(host));
    }
    boolean named =
        file.change(auths -> auths.keySet().removeIf(key -> RegistryHosts.isFor(key, host)));
    return kept || named;
  }

  private Optional<CredentialHelper> helper(Map<String, @Nullable Object> config, String host) {
    Map<String, @Nullable Object> byHost = Json.object(config, "credHelpers").orElse(Map.of());
    return byHost.keySet().stream()
        .filter(key -> RegistryHosts.isFor(key, host))
        .findFirst()
        .flatMap(key -> Json.text(byHost, key))
        .or(() -> Json.text(config, "credsStore"))
        .map(name -> new CredentialHelper(name, helpers));
  }

  private Optional<Credentials> entry(Map<String, @Nullable Object> config, String host) {
    Map<String, @Nullable Object> auths = ConfigFile.auths(config);
    return auths.keySet().stream()
        .filter(key -> RegistryHosts.isFor(key, host))
        .sorted((one, other) -> Boolean.compare(other.equals(host), one.equals(host)))
        .flatMap(key -> credentials(Json.object(auths, key).orElse(Map.of())).stream())
        .findFirst();
  }

  private Optional<Credentials> credentials(Map<String, @Nullable Object> entry) {
    Optional<Credentials> token =
        Json.text(entry, "identitytoken")
            .<Credentials>map(IdentityToken::new)
            .or(() -> Json.text(entry, "registrytoken").map(RegistryToken::new));
    if (token.isPresent()) {
      return token;
    }
    Object auth = entry.getOrDefault("auth", "");
    if (auth != null && !auth.equals("")) {
      return Optional.of(decode(auth));
    }
    return Json.text(entry, "username")
        .map(user -> new Password(user, Json.text(entry, "password").orElse("")));
  }

  private Credentials decode(Object auth) {
    try {
      String both = new String(Base64.getDecoder().decode(auth.toString()), UTF_8);
      List<String> parts = List.of(both.split(":", 2));
      if (parts.size() == 2) {
        return new Password(parts.get(0), parts.get(1).replace("\0", ""));
      }
    } catch (IllegalArgumentException notBase64) {
      throw file.damaged("the auth of an entry is not base64", null);
    }
    throw file.damaged("the auth of an entry is not user:password in base64", null);
  }

  private static Map<String, Object> plain(Credentials credentials) {
    return switch (credentials) {
      case Password password -> Map.of("auth", password.basic().substring("Basic ".length()));
      case IdentityToken(String token) -> Map.of("identitytoken", token);
      case RegistryToken(String token) -> Map.of("registrytoken", token);
    };
  }
}
