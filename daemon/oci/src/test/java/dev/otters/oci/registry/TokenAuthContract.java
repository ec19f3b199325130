package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.Credentials.RegistryToken;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Fix;
import dev.otters.oci.Fix.Operation;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** docker-registry wants tokens, which our own server signs. */
abstract class TokenAuthContract extends DockerRegistryContract {
  private @Nullable TokenServer tokens;

  TokenAuthContract(RunningRegistry.Starter starter) {
    super(starter);
  }

  @Override
  String auth(Path files) throws IOException, InterruptedException {
    tokens = new TokenServer(Certified.in(files));
    return tokens.auth();
  }

  @Override
  RegistryAccess access() {
    return super.access().with(login("s3cret"));
  }

  @AfterAll
  void closeTokens() {
    if (tokens != null) {
      tokens.close();
    }
  }

  private TokenServer tokens() {
    return Objects.requireNonNull(tokens);
  }

  @Test
  void aLoginIsChecked() {
    registry.check(login("s3cret"));

    assertDenied(() -> registry.check(login("wr0ng")), "rejects the login of user \"otter\" (401)");
  }

  @Test
  void nothingIsReadOrWrittenWithAWrongPassword() {
    push("a/first:1");
    Registry right = registry;
    registry = right.with(super.access().with(login("wr0ng")));
    String why =
        "token service %s of registry %s rejects the login of user \"otter\" (401)"
            .formatted(tokens().host(), host());

    assertDenied(() -> push("a/first:2"), why);
    assertDenied(() -> pull(named("a/first:1")), why);

    assertThat(right.tags(named("a/first"))).containsExactly("1");
  }

  @Test
  void whoDoesNotLogInIsToldToDoSo() {
    push("a/first:1");
    registry = registry.with(super.access());

    assertDenied(() -> pull(named("a/first:1")), "denies access to a token (401)");
    assertDenied(
        () -> push("a/first:2"),
        "requires a login to push to " + named("a/first").repository() + " (401)");
  }

  @Test
  void whoMayOnlyPullPullsAndIsToldThatHeMayNotPush() {
    push("a/first:1");
    tokens().forbidPush(named("b/second").repository());
    tokens().forbidPush(named("a/first").repository());
    registry.close();
    registry = new Registry(RegistrySettings.ofEnvironment(Map.of())).with(access());

    assertDenied(() -> push("b/second:1"), mayNot("push to", "b/second", 401));
    assertDenied(() -> push("a/first:2"), mayNot("push to", "a/first", 401));
    assertDenied(
        () -> registry.copy(named("a/first:1"), named("b/second:1"), Progress.NONE),
        mayNot("push to", "b/second", 401));

    pull(named("a/first:1"));
    assertThat(registry.tags(named("a/first"))).containsExactly("1");
  }

  @Test
  void whoMayNotEvenPullIsToldSoByTheTokenService() {
    tokens().forbidAll(named("a/first").repository());

    assertDenied(() -> push("a/first:1"), mayNot("push to", "a/first", 403));
    assertDenied(() -> pull(named("a/first:1")), mayNot("pull from", "a/first", 403));
  }

  @Test
  void aTokenForAnotherRepositoryIsRefused() {
    push("a/first:1");
    push("b/second:1");
    assertThat(registry.tags(named("b/second"))).containsExactly("1");
    RegistryToken token = new RegistryToken(tokens().issued().getLast());
    registry = registry.with(super.access().with(new HostCredentials(host(), token)));

    pull(named("b/second:1"));
    assertDenied(
        () -> pull(named("a/first:1")),
        "does not allow the owner of the stored token to pull from "
            + named("a/first").repository()
            + " (401)");
  }

  @Test
  void aTokenThatHasExpiredIsRenewed() throws IOException {
    push("a/first:1");
    tokens().signFor(Duration.ofSeconds(2));
    pull(named("a/first:1"));
    String shortLived = tokens().issued().getLast();
    while (takes(shortLived)) {
      Thread.onSpinWait();
    }
    tokens().signFor(Duration.ofMinutes(2));

    assertThat(registry.tags(named("a/first"))).containsExactly("1");

    assertThat(tokens().issued().getLast()).isNotEqualTo(shortLived);
  }

  private boolean takes(String token) throws IOException {
    String repository = named("a/first").repository();
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://" + host() + "/v2/" + repository + "/tags/list")
                .toURL()
                .openConnection();
    connection.setRequestProperty("Authorization", "Bearer " + token);
    int status = connection.getResponseCode();
    connection.disconnect();
    return status == 200;
  }

  private HostCredentials login(String password) {
    return new HostCredentials(host(), new Password("otter", password));
  }

  private String mayNot(String action, String name, int status) {
    String repository = named(name).repository();
    return "registry %s does not allow user \"otter\" to %s %s (%d)"
        .formatted(host(), action, repository, status);
  }

  private void assertDenied(ThrowingCallable call, String why) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageContaining(why)
        .withMessageNotContaining("wr0ng")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED))
        .satisfies(e -> assertThat(e.fix()).contains(new Fix(Operation.LOG_IN, host())));
  }
}
