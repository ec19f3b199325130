package dev.otters.models.weights;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer as a stream that does not wait for ever: when nothing comes for a while,
 * reading fails. The JDK's own stream has no such bound.
 */
final class PatientBody extends InputStream implements BodySubscriber<InputStream> {
  /** Stands for the subscription when the body was closed before it began. */
  private static final Flow.Subscription NOT_WANTED =
      new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
      };

  private final Duration patience;
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
  private final Queue<ByteBuffer> buffers = new ArrayDeque<>();
  private boolean ended;

  private sealed interface Signal {}

  private record Data(List<ByteBuffer> buffers) implements Signal {}

  private record End(Optional<Throwable> failure) implements Signal {}

  /**
   * Makes a body.
   *
   * @param patience how long nothing may come until reading fails
   */
  PatientBody(Duration patience) {
    this.patience = patience;
  }

  @Override
  public CompletionStage<InputStream> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    if (subscription.complete(given)) {
      given.request(1);
    } else {
      given.cancel();
    }
  }

  @Override
  public void onNext(List<ByteBuffer> item) {
    signals.add(new Data(item));
  }

  @Override
  public void onError(Throwable failure) {
    signals.add(new End(Optional.of(failure)));
  }

  @Override
  public void onComplete() {
    signals.add(new End(Optional.empty()));
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!ended) {
      ByteBuffer head = buffers.peek();
      if (head == null) {
        await();
      } else if (head.hasRemaining()) {
        int n = Math.min(length, head.remaining());
        head.get(target, offset, n);
        return n;
      } else {
        buffers.remove();
      }
    }
    return -1;
  }

  @Override
  public void close() {
    ended = true;
    if (!subscription.complete(NOT_WANTED)) {
      subscription.join().cancel();
    }
  }

  private void await() throws IOException {
    switch (next()) {
      case Data(List<ByteBuffer> more) -> {
        buffers.addAll(more);
        subscription.join().request(1);
      }
      case End(Optional<Throwable> failure) -> {
        ended = true;
        if (failure.isPresent()) {
          throw new IOException(failure.get().getMessage(), failure.get());
        }
      }
    }
  }

  private Signal next() throws IOException {
    try {
      Signal signal = signals.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (signal == null) {
        throw new HttpTimeoutException("nothing came for " + patience.toSeconds() + " s");
      }
      return signal;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException stopped = new InterruptedIOException("interrupted");
      stopped.initCause(e);
      throw stopped;
    }
  }
}
