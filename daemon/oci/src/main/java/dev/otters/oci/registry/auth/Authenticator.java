package dev.otters.oci.registry.auth;

import dev.otters.agentfile.Quoted;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.Credentials.IdentityToken;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import dev.otters.http.HttpBody;
import dev.otters.http.HttpCall;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.registry.endpoint.Endpoint;
import dev.otters.oci.registry.endpoint.Failures;
import dev.otters.oci.registry.endpoint.Login;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers a registry's authentication challenges for one repository, and caches the answer.
 *
 * <p>Thread-safe: one thread requests a token, and the others wait for it.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/token/">Token
 *     authentication</a>
 */
public final class Authenticator {
  private static final int LARGEST_ANSWER = 1 << 20;
  private static final Duration USUAL_LIFE = Duration.ofSeconds(60);
  private static final Duration LONGEST_LIFE = Duration.ofHours(1);

  private final Endpoint endpoint;
  private final Supplier<Optional<Credentials>> credentials;
  private final Failures failures;
  private final Tokens tokens;
  private final String actions;
  private volatile Optional<String> header = Optional.empty();
  private volatile Optional<Credentials> used = Optional.empty();
  private boolean started;

  /**
   * Creates an empty instance.
   *
   * @param credentials called when the registry requires them
   * @param actions the actions of a token if the registry does not name them: {@code pull} or
   *     {@code pull,push}
   */
  public Authenticator(
      Endpoint endpoint,
      Supplier<Optional<Credentials>> credentials,
      Tokens tokens,
      String actions) {
    this.endpoint = endpoint;
    this.credentials = credentials;
    this.failures = new Failures(endpoint);
    this.tokens = tokens;
    this.actions = actions;
  }

  /**
   * Returns the {@code Authorization} of the next request; empty until the registry requires it.
   */
  public Optional<String> header() {
    return header;
  }

  /** Returns the login that was last sent to the registry or its token service. */
  public Login login() {
    boolean byToken = header.filter(value -> value.startsWith("Bearer ")).isPresent();
    return new Login(used, byToken, actions.contains("push"));
  }

  /**
   * Prepares another {@link #header} after a 401.
   *
   * @param refused the header of the refused request
   * @param challenges the values of {@code WWW-Authenticate}
   * @return false if there is nothing new to try
   */
  public synchronized boolean answer(
      Optional<String> refused, List<String> challenges, TokenService service) {
    if (!header.equals(refused)) {
      // Another thread has answered the challenge.
      return true;
    }
    Optional<Credentials> known = credentials.get();
    used = known;
    Tokens.Key key = tokens.key(endpoint.host(), endpoint.repository(), actions, known);
    Optional<String> kept = started ? Optional.empty() : tokens.find(key);
    started = true;
    if (kept.isPresent()) {
      header = kept;
      return true;
    }
    for (Challenge challenge : Challenge.parse(challenges)) {
      if (challenge.scheme().equals("bearer")) {
        header = Optional.of(bearer(challenge, known, key, service));
        return !header.equals(refused);
      }
      if (challenge.scheme().equals("basic")
          && known.isPresent()
          && known.get() instanceof Password password) {
        header = Optional.of(password.basic());
        return !header.equals(refused);
      }
    }
    return false;
  }

  private String bearer(
      Challenge challenge, Optional<Credentials> known, Tokens.Key key, TokenService service) {
    if (known.isPresent() && known.get() instanceof RegistryToken(String token)) {
      return "Bearer " + usable(Optional.of(token));
    }
    JsonView answer =
        JsonView.parse(
            service.ask(call(challenge, known), LARGEST_ANSWER),
            "token of registry " + endpoint.host(),
            Reason.REGISTRY);
    String token =
        usable(answer.optionalText("token").or(() -> answer.optionalText("access_token")));
    tokens.keep(key, "Bearer " + token, life(answer));
    return "Bearer " + token;
  }

  private static Duration life(JsonView answer) {
    if (!answer.fields().contains("expires_in")) {
      return USUAL_LIFE;
    }
    long seconds = Math.clamp(answer.number("expires_in"), 0, LONGEST_LIFE.toSeconds());
    return Duration.ofSeconds(seconds);
  }

  private String usable(Optional<String> token) {
    return token
        .filter(text -> text.matches("[\\x21-\\x7e]{1,16384}"))
        .orElseThrow(() -> failures.broken("gave no usable token"));
  }

  private HttpCall call(Challenge challenge, Optional<Credentials> known) {
    URI realm = realm(challenge.parameters().getOrDefault("realm", ""));
    Map<String, String> query = new LinkedHashMap<>();
    put(query, "service", challenge.parameters().getOrDefault("service", ""));
    put(query, "scope", scope(challenge));
    if (known.isPresent() && known.get() instanceof IdentityToken(String token)) {
      query.put("grant_type", "refresh_token");
      query.put("client_id", "otters");
      query.put("refresh_token", token);
      return HttpCall.of(
          "POST",
          realm,
          Map.of("Content-Type", "application/x-www-form-urlencoded"),
          HttpBody.of(form(query).getBytes(StandardCharsets.US_ASCII)));
    }
    String separator = realm.getRawQuery() == null ? "?" : "&";
    URI place = query.isEmpty() ? realm : URI.create(realm + separator + form(query));
    Map<String, String> headers =
        known.isPresent() && known.get() instanceof Password password
            ? Map.of("Authorization", password.basic())
            : Map.of();
    return HttpCall.of("GET", place, headers);
  }

  private String scope(Challenge challenge) {
    String ours =
        endpoint.repository().isEmpty()
            ? ""
            : "repository:" + endpoint.repository() + ":" + actions;
    return challenge.parameters().getOrDefault("scope", ours);
  }

  private URI realm(String text) {
    URI realm;
    try {
      realm = URI.create(text);
    } catch (IllegalArgumentException _) {
      throw failures.broken("names a token service that is not a URL: " + Quoted.of(text));
    }
    Optional<String> mistrust = endpoint.mistrust(realm);
    if (mistrust.isPresent()) {
      throw failures.broken(
          "names as its token service " + mistrust.get() + ": " + Quoted.of(text));
    }
    return realm;
  }

  private static void put(Map<String, String> query, String name, String value) {
    if (!value.isEmpty()) {
      query.put(name, value);
    }
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
