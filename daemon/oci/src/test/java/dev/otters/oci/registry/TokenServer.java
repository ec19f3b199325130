package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * Signs tokens for a docker-registry, for {@code otter} with the password {@code s3cret}.
 *
 * @see <a href="https://distribution.github.io/distribution/spec/auth/jwt/">Tokens</a>
 */
final class TokenServer implements AutoCloseable {
  /** How long docker-registry takes a token after its end. */
  private static final Duration LEEWAY = Duration.ofSeconds(60);

  private static final String OTTER =
      "Basic " + Base64.getEncoder().encodeToString("otter:s3cret".getBytes(UTF_8));

  private final FakeRegistry http = new FakeRegistry();
  private final Certified signer;
  private final Set<String> readOnly = ConcurrentHashMap.newKeySet();
  private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
  private final List<String> issued = new CopyOnWriteArrayList<>();
  private volatile Duration life = Duration.ofMinutes(5);

  TokenServer(Certified signer) {
    this.signer = signer;
    http.always("/token", this::answer);
  }

  /** Returns the lines that make docker-registry believe this server. */
  String auth() {
    return "auth: {token: {realm: 'http://%s/token', service: pond, issuer: holt, rootcertbundle: %s}}"
        .formatted(http.host(), signer.authority());
  }

  /** Grants nothing but {@code pull} in this repository from now on. */
  void forbidPush(String repository) {
    readOnly.add(repository);
  }

  /** Gives no token for this repository from now on. */
  void forbidAll(String repository) {
    forbidden.add(repository);
  }

  String host() {
    return http.host();
  }

  /** Gives tokens that docker-registry takes this long, whatever their answer says. */
  void signFor(Duration life) {
    this.life = life.minus(LEEWAY);
  }

  List<String> issued() {
    return List.copyOf(issued);
  }

  @Override
  public void close() {
    http.close();
  }

  private void answer(FakeRegistry.Request request, OutputStream out) throws IOException {
    if (request.header("authorization").filter(OTTER::equals).isEmpty()) {
      FakeRegistry.status(401, "{\"errors\":[{\"message\":\"who are you?\"}]}").write(request, out);
      return;
    }
    String scope = URLDecoder.decode(request.path(), UTF_8);
    if (forbidden.stream().anyMatch(repository -> scope.contains(":" + repository + ":"))) {
      FakeRegistry.status(403, "{\"errors\":[{\"message\":\"not for you\"}]}").write(request, out);
      return;
    }
    try {
      String token = token(request.path());
      issued.add(token);
      FakeRegistry.status(200, "{\"token\":\"" + token + "\",\"expires_in\":300}")
          .write(request, out);
    } catch (GeneralSecurityException e) {
      throw new IOException("the token cannot be signed", e);
    }
  }

  private String token(String path) throws IOException, GeneralSecurityException {
    String scopes =
        Arrays.stream(path.replaceFirst("[^?]*\\??", "").split("&", -1))
            .filter(field -> field.startsWith("scope="))
            .map(field -> URLDecoder.decode(field.substring("scope=".length()), UTF_8))
            .collect(Collectors.joining(" "));
    long now = Instant.now().getEpochSecond();
    String head =
        "{\"typ\":\"JWT\",\"alg\":\"ES256\",\"x5c\":[\"" + signer.encodedCertificate() + "\"]}";
    String claims =
        "{\"iss\":\"holt\",\"sub\":\"otter\",\"aud\":\"pond\",\"nbf\":%d,\"exp\":%d,\"access\":[%s]}"
            .formatted(now - 600, now + life.toSeconds(), access(scopes));
    String text = base64(head.getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
    Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initSign(signer.privateKey());
    signature.update(text.getBytes(UTF_8));
    return text + "." + base64(signature.sign());
  }

  /** Writes {@code repository:NAME:ACTIONS} as claims. */
  private String access(String scopes) {
    return Arrays.stream(scopes.split(" ", -1))
        .map(scope -> scope.split(":", -1))
        .filter(parts -> parts.length == 3)
        .map(
            parts ->
                "{\"type\":\"%s\",\"name\":\"%s\",\"actions\":[%s]}"
                    .formatted(parts[0], parts[1], actions(parts[1], parts[2])))
        .collect(Collectors.joining(","));
  }

  private String actions(String repository, String wanted) {
    return Arrays.stream(wanted.split(",", -1))
        .filter(action -> action.equals("pull") || !readOnly.contains(repository))
        .map(action -> '"' + action + '"')
        .collect(Collectors.joining(","));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
