package dev.otters.oci.registry.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Digest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Caches access tokens in memory until they expire. */
public final class Tokens {
  /** The most tokens. Each has at most 16 KiB. */
  static final int MOST = 256;

  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final String salt = UUID.randomUUID().toString();
  private final Map<Key, Token> tokens = new ConcurrentHashMap<>();

  /**
   * The key of a token: its credentials and scope.
   *
   * @param shown a fingerprint of the credentials, which are not stored
   */
  record Key(String host, String repository, String actions, Digest shown) {}

  private record Token(String header, long end) {
    boolean isValid() {
      return end - System.nanoTime() > 0;
    }
  }

  Key key(String host, String repository, String actions, Optional<Credentials> credentials) {
    String text = credentials.map(known -> new HostCredentials(host, known).encode()).orElse("");
    return new Key(host, repository, actions, Digest.of((salt + text).getBytes(UTF_8)));
  }

  Optional<String> find(Key key) {
    return Optional.ofNullable(tokens.get(key)).filter(Token::isValid).map(Token::header);
  }

  /**
   * Caches a header.
   *
   * @param life its lifetime
   */
  void keep(Key key, String header, Duration life) {
    tokens.values().removeIf(token -> !token.isValid());
    if (tokens.size() < MOST) {
      tokens.put(key, new Token(header, System.nanoTime() + life.minus(MARGIN).toNanos()));
    }
  }
}
