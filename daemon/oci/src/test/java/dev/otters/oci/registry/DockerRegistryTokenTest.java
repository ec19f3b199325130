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
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("registry")
class DockerRegistryTokenTest extends DockerRegistryTest {
  private TokenServer tokens;

  @Override
  String auth() throws IOException, InterruptedException {
    tokens = new TokenServer(SelfSigned.in(folder).make());
    return tokens.auth();
  }

  @Override
  RegistryAccess access() {
    return super.access().with(login("s3cret"));
  }

  @AfterEach
  void closeTokens() {
    tokens.close();
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
    tokens.forbidPush("b/second");
    tokens.forbidPush("a/first");
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
    tokens.signFor(Duration.ofSeconds(2));
    pull(named("a/first:1"));
    String shortLived = tokens.issued().getLast();
    while (takes(shortLived)) {
      Thread.onSpinWait();
    }
    tokens.signFor(Duration.ofMinutes(2));

    assertThat(registry.tags(named("a/first"))).containsExactly("1");

    assertThat(tokens.issued().getLast()).isNotEqualTo(shortLived);
  }

  private boolean takes(String token) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection)
            URI.create("http://" + host() + "/v2/a/first/tags/list").toURL().openConnection();
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
