package dev.otters.oci.registry;

import dev.otters.agentfile.Quoted;
import dev.otters.credentials.Credentials.Password;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers a registry's challenges for one repository, and remembers the answer. */
final class Authenticator {
  private static final int LARGEST_ANSWER = 1 << 20;

  private final Endpoint endpoint;
  private final RegistryAccess access;
  private final Failures failures;
  private final String actions;
  private Optional<String> header = Optional.empty();

  /**
   * @param actions what a token is asked for where the registry does not say it: {@code pull} or
   *     {@code pull,push}
   */
  Authenticator(Endpoint endpoint, RegistryAccess access, Failures failures, String actions) {
    this.endpoint = endpoint;
    this.access = access;
    this.failures = failures;
    this.actions = actions;
  }

  /** Gets a token from a URL, with these headers. */
  @FunctionalInterface
  interface TokenSource {
    byte[] get(URI uri, Map<String, String> headers, int largest);
  }

  /** Returns the {@code Authorization} of the next request; empty while nobody asked for it. */
  Optional<String> header() {
    return header;
  }

  /**
   * Prepares another {@link #header} after a 401.
   *
   * @return false when there is nothing new to try
   */
  boolean answer(List<String> challenges, TokenSource tokens) {
    Optional<String> before = header;
    Optional<Password> credentials =
        access
            .credentials(endpoint.host())
            .flatMap(
                found ->
                    found instanceof Password password ? Optional.of(password) : Optional.empty());
    for (Challenge challenge : Challenge.parse(challenges)) {
      if (challenge.scheme().equals("bearer")) {
        header = Optional.of("Bearer " + token(challenge, credentials, tokens));
        return true;
      }
      if (challenge.scheme().equals("basic") && credentials.isPresent()) {
        header = credentials.map(Password::basic);
        return !header.equals(before);
      }
    }
    return false;
  }

  private String token(Challenge challenge, Optional<Password> credentials, TokenSource tokens) {
    URI realm = realm(challenge);
    Map<String, String> headers =
        credentials.map(found -> Map.of("Authorization", found.basic())).orElse(Map.of());
    JsonView answer =
        JsonView.parse(
            tokens.get(realm, headers, LARGEST_ANSWER),
            "token of registry " + endpoint.host(),
            Reason.REGISTRY);
    return answer
        .optionalText("token")
        .or(() -> answer.optionalText("access_token"))
        .filter(token -> token.matches("[\\x21-\\x7e]{1,16384}"))
        .orElseThrow(() -> failures.broken("gave no usable token"));
  }

  private URI realm(Challenge challenge) {
    String text = challenge.parameters().getOrDefault("realm", "");
    try {
      URI realm = URI.create(text);
      if (endpoint.trusts(realm)) {
        String ours =
            endpoint.repository().isEmpty()
                ? ""
                : "repository:" + endpoint.repository() + ":" + actions;
        String scope = challenge.parameters().getOrDefault("scope", ours);
        String service = challenge.parameters().getOrDefault("service", "");
        return URI.create(
            text
                + (realm.getRawQuery() == null ? "?" : "&")
                + (service.isEmpty() ? "" : "service=" + encoded(service) + "&")
                + (scope.isEmpty() ? "" : "scope=" + encoded(scope)));
      }
    } catch (IllegalArgumentException noUri) {
      throw failures.broken("names a token service that is no URL: " + Quoted.of(text));
    }
    throw failures.broken("names a token service without TLS: " + Quoted.of(text));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
