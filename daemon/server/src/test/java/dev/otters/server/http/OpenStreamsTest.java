package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.server.problem.Problems;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenStreamsTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final OpenStreams streams = new OpenStreams();

  private void send(OpenStreams.Permission permission, Reply.Source source) {
    ServerResponse response =
        (ServerResponse)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServerResponse.class},
                (_, method, _) -> method.getName().equals("outputStream") ? sent : null);
    streams.send(response, LONG, permission, source);
  }

  private static OpenStreams.Permission of(String token) {
    return new OpenStreams.Permission(token, () -> {});
  }

  private void assertEnded(ErrorCode code) {
    assertThat(sent.toString(StandardCharsets.UTF_8))
        .endsWith("\n\n")
        .contains("event: error\n")
        .contains("\"code\":" + Json.write(code));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aStreamThatBeginsWhileTheDaemonStopsIsToldSo() {
    AtomicBoolean begun = new AtomicBoolean();
    streams.close();

    send(of("t"), _ -> begun.set(true));

    assertThat(begun).isFalse();
    assertEnded(ErrorCode.SHUTTING_DOWN);
  }

  @Test
  void aStreamThatWaitsEndsAtOnceWhenItsTokenIsRemoved() {
    send(
        of("t"),
        stream -> {
          streams.end("other");
          assertThat(stream.stopped()).isEmpty();
          Thread unused = Thread.ofVirtual().start(() -> streams.end("t"));
          new CountDownLatch(1).await();
        });

    assertEnded(ErrorCode.UNAUTHENTICATED);
    assertThat(streams.size()).isZero();
  }

  @Test
  void aTokenThatIsRemovedWhileItsStreamBeginsIsFound() {
    AtomicBoolean begun = new AtomicBoolean();
    Runnable check =
        () -> {
          throw new ApiException(Problems.unauthenticated("it was revoked"));
        };

    send(new OpenStreams.Permission("t", check), _ -> begun.set(true));

    assertThat(begun).isFalse();
    assertEnded(ErrorCode.UNAUTHENTICATED);
  }
}
