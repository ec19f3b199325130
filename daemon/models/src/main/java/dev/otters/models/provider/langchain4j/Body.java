package dev.otters.models.provider.langchain4j;

import dev.otters.models.provider.Timeouts;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The body of one answer, read piece by piece with a limit to the silence between the pieces. */
final class Body implements BodySubscriber<Body>, Chunks, AutoCloseable {
  private sealed interface Arrival {
    record Bytes(List<ByteBuffer> buffers) implements Arrival {}

    record End() implements Arrival {}

    record Broken(Throwable cause) implements Arrival {}
  }

  private static final Duration LAST_BYTES = Duration.ofMillis(100);

  private final Timeouts timeouts;
  private final long started;
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final Deque<ByteBuffer> buffers = new ArrayDeque<>();
  private Flow.@Nullable Subscription subscription;
  private boolean closed;
  private boolean begun;
  private boolean ended;

  /**
   * Makes a body.
   *
   * @param started when its request was made, in {@link System#nanoTime}
   */
  Body(Timeouts timeouts, long started) {
    this.timeouts = timeouts;
    this.started = started;
  }

  @Override
  public CompletionStage<Body> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription incoming) {
    subscription = incoming;
    if (closed) {
      incoming.cancel();
    } else {
      incoming.request(1);
    }
  }

  private synchronized void request() {
    if (subscription != null) {
      subscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    arrivals.add(new Arrival.Bytes(bytes));
  }

  @Override
  public void onError(Throwable cause) {
    arrivals.add(new Arrival.Broken(cause));
  }

  @Override
  public void onComplete() {
    arrivals.add(new Arrival.End());
  }

  @Override
  public Optional<ByteBuffer> next() throws IOException, InterruptedException {
    while (buffers.isEmpty()) {
      if (ended) {
        return Optional.empty();
      }
      Duration limit = begun ? timeouts.silence() : timeouts.firstByte().minusNanos(age());
      Arrival arrival = arrivals.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
      switch (arrival) {
        case Arrival.Bytes(List<ByteBuffer> bytes) -> {
          begun = true;
          buffers.addAll(bytes);
          request();
        }
        case Arrival.End() -> {
          ended = true;
          return Optional.empty();
        }
        case Arrival.Broken(Throwable cause) -> {
          ended = true;
          throw new IOException("the connection broke", cause);
        }
        case null ->
            throw new SilenceException(
                (begun ? timeouts.silence() : timeouts.firstByte()).toSeconds());
      }
    }
    return Optional.of(buffers.remove());
  }

  private long age() {
    return System.nanoTime() - started;
  }

  /** Waits a moment for the end of a body that holds nothing more, so that the line can be kept. */
  void finish() throws InterruptedException {
    long deadline = System.nanoTime() + LAST_BYTES.toNanos();
    while (!ended) {
      Arrival arrival = arrivals.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (arrival instanceof Arrival.Bytes) {
        request();
      } else {
        ended = arrival instanceof Arrival.End;
        return;
      }
    }
  }

  /** Closes the connection, unless the body has ended. */
  @Override
  public synchronized void close() {
    closed = true;
    if (!ended && subscription != null) {
      subscription.cancel();
    }
  }
}
