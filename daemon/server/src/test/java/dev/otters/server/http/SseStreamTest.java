package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
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

  @Test
  void aYoungStreamBeatsOften() throws Exception {
    assertThat(silences(Duration.ofMillis(500))).containsExactly(100L, 200L, 400L, 500L, 500L);
    assertThat(silences(Duration.ofMillis(50))).containsOnly(50L);
  }

  /** Returns how long a stream is silent before each of its beats, in milliseconds. */
  private static List<Long> silences(Duration heartbeat) throws Exception {
    SseStream stream = new SseStream(OutputStream.nullOutputStream(), heartbeat);
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      millis.add(stream.heartbeat().toMillis());
      stream.beat();
    }
    return millis;
  }
}
