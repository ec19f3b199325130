package dev.otters.models.weights;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class PatientBodyTest {
  private final PatientBody body = new PatientBody(Duration.ofMillis(50));
  private final Given given = new Given();

  private static final class Given implements Flow.Subscription {
    private int requested;
    private boolean cancelled;

    @Override
    public void request(long n) {
      requested += (int) n;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Test
  void givesWhatComesInOrderAndThenEnds() throws IOException {
    body.onSubscribe(given);
    body.onNext(List.of(buffer("ab"), buffer(""), buffer("c")));
    body.onNext(List.of(buffer("d")));
    body.onComplete();

    assertThat(body.read()).isEqualTo('a');
    assertThat(body.readAllBytes()).isEqualTo("bcd".getBytes(UTF_8));
    assertThat(body.read()).isEqualTo(-1);
  }

  @Test
  void asksForMoreOnlyWhenTheLastPartIsTaken() throws IOException {
    body.onSubscribe(given);
    assertThat(given.requested).isEqualTo(1);
    body.onNext(List.of(buffer("ab")));

    assertThat(body.read()).isEqualTo('a');
    assertThat(given.requested).isEqualTo(2);
  }

  @Test
  void aFailureOfTheConnectionIsAnIoError() {
    body.onSubscribe(given);
    body.onError(new IOException("reset"));

    assertThatIOException().isThrownBy(body::read).withMessage("reset");
  }

  @Test
  void silenceEndsTheWait() {
    body.onSubscribe(given);

    assertThatExceptionOfType(HttpTimeoutException.class)
        .isThrownBy(body::read)
        .withMessageContaining("nothing came");
  }

  @Test
  void anInterruptedReaderStopsAndStaysInterrupted() {
    body.onSubscribe(given);
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(body::read);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void closingGivesTheConnectionUpBeforeAndAfterItBegan() throws IOException {
    PatientBody early = new PatientBody(Duration.ofMillis(50));
    early.close();
    early.onSubscribe(given);
    assertThat(given.cancelled).isTrue();
    assertThat(early.read()).isEqualTo(-1);

    Given second = new Given();
    body.onSubscribe(second);
    body.close();
    assertThat(second.cancelled).isTrue();
  }

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }
}
