package dev.otters.credentials;

import java.util.Locale;
import java.util.Set;

/** Maps the names that Docker's files use for registries to hosts. */
final class RegistryHosts {
  private static final String DOCKER_HUB_KEY = "https://index.docker.io/v1/";
  private static final Set<String> DOCKER_HUB =
      Set.of("docker.io", "index.docker.io", "registry-1.docker.io");

  private RegistryHosts() {}

  /**
   * Tells whether a key, which is a host or a URL such as {@code https://host/v1/}, refers to
   * {@code host}.
   */
  static boolean isFor(String key, String host) {
    String bare = key.replaceFirst("^https?://", "").replaceFirst("/.*$", "");
    return bare.equalsIgnoreCase(host)
        || (DOCKER_HUB.contains(bare.toLowerCase(Locale.ROOT)) && DOCKER_HUB.contains(host));
  }

  /** Returns the key under which Docker stores the credentials for {@code host}. */
  static String key(String host) {
    return DOCKER_HUB.contains(host) ? DOCKER_HUB_KEY : host;
  }
}
