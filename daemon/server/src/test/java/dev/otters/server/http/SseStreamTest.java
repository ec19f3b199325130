package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseStreamTest {
  @Test
  void aClientThatIsGoneIsNoFailureOfTheDaemon() {
    for (RuntimeException gone :
        List.of(
            new CloseConnectionException("gone"), new UncheckedIOException(new IOException()))) {
      SseStream stream =
          new SseStream(
              new OutputStream() {
                @Override
                public void write(int b) {
                  throw gone;
                }
              },
              Duration.ofSeconds(1));
      assertThatExceptionOfType(IOException.class).isThrownBy(stream::beat).withCause(gone);
    }
  }
}
