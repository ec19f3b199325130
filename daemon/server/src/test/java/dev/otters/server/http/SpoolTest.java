package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(45)
class SpoolTest {
  private static final int MORE_THAN_PLACES = 33;
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private static InputStream body() {
    return new ByteArrayInputStream("a message".getBytes(UTF_8));
  }

  private static InputStream broken() {
    return new FilterInputStream(body()) {
      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        throw new IOException("the client is gone");
      }
    };
  }

  private static InputStream tooLong() {
    return new LimitedInput(body(), 1, () -> new IllegalArgumentException("too long"));
  }

  @Test
  void aBodyThatFailsLeavesItsPlace() throws Exception {
    for (int body = 0; body < MORE_THAN_PLACES; body++) {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> Spool.receive(broken(), DEADLINE).close());
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> Spool.receive(tooLong(), DEADLINE).close());
    }

    List<String> received = new ArrayList<>();
    for (int body = 0; body < MORE_THAN_PLACES; body++) {
      try (Spool spool = Spool.receive(body(), DEADLINE)) {
        received.add(new String(spool.in().readAllBytes(), UTF_8));
      }
    }
    assertThat(received).containsOnly("a message").hasSize(MORE_THAN_PLACES);
  }
}
