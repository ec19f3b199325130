package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {
  @Test
  void aStreamThatBeginsWhileTheDaemonStopsIsToldSo() {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ServerResponse response =
        (ServerResponse)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServerResponse.class},
                (_, method, _) -> method.getName().equals("outputStream") ? sent : null);
    AtomicBoolean begun = new AtomicBoolean();
    OpenStreams streams = new OpenStreams();
    streams.close();

    streams.send(response, Duration.ofSeconds(1), _ -> begun.set(true));

    assertThat(begun).isFalse();
    assertThat(sent.toString(StandardCharsets.UTF_8))
        .startsWith("event: error\n")
        .contains("\"code\":" + Json.write(ErrorCode.SHUTTING_DOWN));
    assertThat(Thread.interrupted()).isFalse();
  }
}
