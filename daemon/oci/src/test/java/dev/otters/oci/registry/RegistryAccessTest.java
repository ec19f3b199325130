package dev.otters.oci.registry;

import static dev.otters.oci.registry.FakeRegistry.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.credentials.Credentials;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RegistryAccessTest extends RegistryTestCase {
  private static final String BASIC =
      Base64.getEncoder().encodeToString("otter:s3cret".getBytes(UTF_8));

  @Test
  void anAnonymousTokenIsAskedForOnceAndThenUsed() {
    challengeWithToken(server.host(), "/token?a=b");
    server.next("/token", status(200, "{\"token\":\"abc\"}"));

    assertThat(pull()).isEqualTo(index);

    FakeRegistry.Request token = request("/token");
    assertThat(token.path())
        .isEqualTo("/token?a=b&service=reg+istry&scope=repository%3Atools%2Fjq%3Apull");
    assertThat(token.header("authorization")).isEmpty();
    assertThat(server.requests().stream().skip(2))
        .allMatch(r -> r.header("authorization").equals(Optional.of("Bearer abc")));
    assertThat(server.paths()).filteredOn(path -> path.startsWith("/token")).hasSize(1);
  }

  @Test
  void theTokenServiceSeesTheCredentialsAndTheRegistryDoesNot() {
    login("http://" + server.host() + "/v1/", BASIC);
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"access_token\":\"abc\"}"));

    assertThat(pull()).isEqualTo(index);

    assertThat(request("/token").header("authorization")).contains("Basic " + BASIC);
    assertThat(server.requests())
        .filteredOn(r -> r.path().startsWith("/v2"))
        .noneMatch(r -> r.header("authorization").orElse("").startsWith("Basic"));
  }

  @Test
  void anIdentityTokenIsPostedToTheTokenServiceAndNeverIntoAnAddress() throws IOException {
    Files.writeString(
        folder.resolve("config.json"),
        "{\"auths\":{\"%s\":{\"identitytoken\":\"r3fresh\"}}}".formatted(server.host()));
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"access_token\":\"abc\"}"));

    assertThat(pull()).isEqualTo(index);

    FakeRegistry.Request token = request("/token");
    assertThat(token.method()).isEqualTo("POST");
    assertThat(token.path()).isEqualTo("/token");
    assertThat(token.header("authorization")).isEmpty();
    assertThat(token.body())
        .contains("grant_type=refresh_token")
        .contains("scope=repository%3Atools%2Fjq%3Apull")
        .contains("refresh_token=r3fresh");
  }

  @Test
  void credentialsOfTheRequestWinOverThoseThatAreKept() {
    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));
    Registry asking =
        registry.with(
            registry
                .access()
                .with(new HostCredentials(server.host(), new Credentials.Password("a", "b"))));

    assertThat(asking.resolve(jq)).isEqualTo(index);

    assertThat(server.requests().getLast().header("authorization")).contains("Basic YTpi");
  }

  @Test
  void aTokenIsKeptUntilItExpires() {
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"token\":\"abc\",\"expires_in\":300}"));
    assertThat(registry.resolve(jq)).isEqualTo(index);

    challengeWithToken(server.host(), "/token");
    assertThat(registry.resolve(jq)).isEqualTo(index);

    assertThat(server.paths()).filteredOn(path -> path.startsWith("/token")).hasSize(1);
    assertThat(server.requests().getLast().header("authorization")).contains("Bearer abc");
  }

  @Test
  void anExpiredTokenIsRenewed() {
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"token\":\"one\"}"), status(200, "{\"token\":\"two\"}"));
    server.next("blobs/", status(401, "", challenge(server.host(), "/token")));

    assertThat(pull()).isEqualTo(index);
    assertThat(server.requests())
        .as("layers are fetched at once, so that the last request may have the first token")
        .anySatisfy(it -> assertThat(it.header("authorization")).contains("Bearer two"));
    assertThat(server.paths()).filteredOn(path -> path.startsWith("/token")).hasSize(2);
  }

  @Test
  void aKeptTokenThatTheRegistryAcceptsNoLongerIsReplaced() {
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"token\":\"old\",\"expires_in\":300}"));
    assertThat(registry.resolve(jq)).isEqualTo(index);

    challengeWithToken(server.host(), "/token");
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"token\":\"new\"}"));
    assertThat(registry.resolve(jq)).isEqualTo(index);

    assertThat(server.requests().getLast().header("authorization")).contains("Bearer new");
  }

  @Test
  void passwordsAreSentToRegistriesThatAskForThem() {
    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));

    assertThat(pull()).isEqualTo(index);
    assertThat(server.requests().getFirst().header("authorization")).isEmpty();
    assertThat(server.requests().getLast().header("authorization")).contains("Basic " + BASIC);
  }

  @Test
  void wrongOrMissingCredentialsAreDenied() throws IOException {
    String basic = "WWW-Authenticate: Basic realm=\"x\"";
    server.next("manifests/1", status(401, "", basic));
    assertThat(failure(Reason.DENIED).fix()).contains(new Fix(Operation.LOG_IN, server.host()));

    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", basic), status(401, "", basic));
    assertThat(failure(Reason.DENIED))
        .hasMessage("registry " + server.host() + " rejects the login of user \"otter\" (401)")
        .hasMessageNotContaining("s3cret");

    Files.writeString(folder.resolve("config.json"), "{\"credsStore\":\"none-such\"}");
    server.next("manifests/1", status(401, "", basic));
    assertThat(failure(Reason.DENIED))
        .hasMessage("the credential helper docker-credential-none-such is not on the PATH");

    Files.writeString(folder.resolve("config.json"), "{");
    server.next("manifests/1", status(401, "", basic));
    assertThat(failure(Reason.DENIED)).hasMessageContaining("config.json");
  }

  @Test
  void aDeniedLoginIsNamedWithTheDeniedAction() {
    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));
    server.next("manifests/1", status(403, "{\"errors\":[{\"message\":\"no pets\"}]}"));

    OciException failure = failure(Reason.DENIED);

    assertThat(failure)
        .hasMessage(
            "registry %s does not allow user \"otter\" to pull from tools/jq (403); it says \"no pets\""
                .formatted(server.host()));
    assertThat(failure.remedy())
        .isEqualTo(
            "Check the name. Ask the registry's operator for the right to pull from tools/jq, or"
                + " log in as another user.");
    assertThat(failure.fix()).contains(new Fix(Operation.LOG_IN, server.host()));
  }

  @Test
  void aTokenServiceThatFailsIsToldApartFromItsRegistry() {
    FakeRegistry tokens = new FakeRegistry();
    String who = "token service " + tokens.host() + " of registry " + server.host();
    tokens.always("/token", status(503, ""));
    challengeWithToken(tokens.host(), "/token");
    assertThat(failure(Reason.REGISTRY))
        .hasMessage(who + " returned 503 for a token in 3 attempts");

    tokens.close();
    challengeWithToken(tokens.host(), "/token");
    assertThat(failure(Reason.UNREACHABLE))
        .hasMessageStartingWith(who + " does not answer: 3 attempts")
        .hasMessageContaining("from http://" + tokens.host());
  }

  @Test
  void aTokenServiceWithoutTlsOrWithNonsenseIsRefused() {
    challengeWithToken("evil.example", "/token");
    assertThat(failure(Reason.REGISTRY))
        .hasMessageContaining("token service an address without TLS");
    challengeWithToken("[", "/token");
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("not a URL");
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "{\"token\":\"a\\r\\nX: y\"}"));
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("no usable token");
    challengeWithToken(server.host(), "/token");
    server.next("/token", status(200, "<html>"));
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("not valid JSON");
  }

  @Test
  void aRedirectToAnotherServerIsFollowedWithoutCredentials() {
    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));
    try (FakeRegistry storage = new FakeRegistry()) {
      storage.serve(remote, index);
      FakeRegistry.Reply away =
          (request, out) ->
              status(307, "", "Location: http://" + storage.host() + request.path())
                  .write(request, out);
      server.next("blobs/", away, away);

      assertThat(pull()).isEqualTo(index);

      assertThat(storage.requests())
          .hasSize(2)
          .allMatch(request -> request.header("authorization").isEmpty());
    }
  }

  @Test
  void aRedirectOnTheSameServerKeepsTheCredentials() {
    login(server.host(), BASIC);
    server.next(
        "manifests/1",
        status(401, "", "WWW-Authenticate: Basic realm=\"x\""),
        status(302, "", "Location: /v2/tools/jq/manifests/" + index.digest()));

    assertThat(pull()).isEqualTo(index);
    assertThat(server.requests().get(2).header("authorization")).contains("Basic " + BASIC);
  }

  @Test
  void whoDeniesIsNamedWhereTheRegistrySentUsElsewhere() {
    login(server.host(), BASIC);
    server.next("manifests/1", status(401, "", "WWW-Authenticate: Basic realm=\"x\""));
    try (FakeRegistry storage = new FakeRegistry()) {
      storage.always("/", status(403, "<Error><Code>RequestTimeTooSkewed</Code></Error>"));
      server.always(
          "blobs/", status(307, "", "Location: http://" + storage.host() + "/x?signature=s3cret"));

      OciException failure = failure(Reason.REGISTRY);

      assertThat(failure)
          .hasMessage(
              "registry %s redirects to \"%s\", which denies access (403)"
                  .formatted(server.host(), storage.host()));
      assertThat(failure.remedy()).contains("Check the clock of this machine");
    }
  }

  @Test
  void redirectsToPlainHttpOrInCirclesAreRefused() {
    server.next("manifests/1", status(302, "", "Location: http://evil.example/x"));
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("without TLS");
    server.next("manifests/1", status(302, ""));
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("without a location");
    FakeRegistry.Reply circle = status(302, "", "Location: /v2/tools/jq/manifests/1");
    server.next("manifests/1", circle, circle, circle, circle, circle, circle);
    assertThat(failure(Reason.REGISTRY)).hasMessageContaining("more than 5 times");
  }

  private FakeRegistry.Request request(String start) {
    return server.requests().stream()
        .filter(request -> request.path().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private void challengeWithToken(String host, String path) {
    server.next("manifests/1", status(401, "", challenge(host, path)));
  }

  private static String challenge(String host, String path) {
    return "WWW-Authenticate: Bearer realm=\"http://" + host + path + "\",service=\"reg istry\"";
  }
}
