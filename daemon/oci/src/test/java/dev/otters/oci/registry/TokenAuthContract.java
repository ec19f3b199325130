package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
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
    tokens = new TokenServer(SelfSigned.in(files).make());
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

    assertDenied(() -> registry.check(login("wr0ng")));
  }

  @Test
  void nothingIsReadOrWrittenWithAWrongPassword() {
    push("a/first:1");
    Registry right = registry;
    registry = right.with(super.access().with(login("wr0ng")));

    assertDenied(() -> push("a/first:2"));
    assertDenied(() -> pull(named("a/first:1")));

    assertThat(right.tags(named("a/first"))).containsExactly("1");
  }

  @Test
  void whoMayOnlyPullPullsAndIsToldThatHeMayNotPush() {
    push("a/first:1");
    tokens().forbidPush(named("b/second").repository());
    tokens().forbidPush(named("a/first").repository());
    registry.close();
    registry = new Registry(RegistrySettings.ofEnvironment(Map.of())).with(access());

    assertDenied(() -> push("b/second:1"));
    assertDenied(() -> push("a/first:2"));

    pull(named("a/first:1"));
    assertThat(registry.tags(named("a/first"))).containsExactly("1");
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

  private static void assertDenied(ThrowingCallable call) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageNotContaining("wr0ng")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DENIED))
        .satisfies(e -> assertThat(e.remedy()).contains("otters login"));
  }
}
