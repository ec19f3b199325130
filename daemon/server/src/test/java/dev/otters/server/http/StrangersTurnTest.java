package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The turns of connections without a token, on a clock moved by hand. */
@Timeout(60)
class StrangersTurnTest {
  private final AtomicLong nanos = new AtomicLong();
  private final CountDownLatch looks = new CountDownLatch(2);
  private final Selector selector = new Selector();
  private final Strangers strangers =
      new Strangers(selector, 1, Duration.ofSeconds(10), this::look);

  private long look() {
    looks.countDown();
    return nanos.get();
  }

  @Test
  void aConnectionKeepsItsPlaceForItsTurnThoughAnotherWaits() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Served first = serve(threads);
      first.connection().begun.await();
      Served second = serve(threads);
      looks.await();
      nanos.set(Duration.ofMillis(100).toNanos());
      assertThat(first.connection().ended.getCount()).isOne();

      nanos.incrementAndGet();
      second.connection().begun.await();
      first.end().get();
      assertThat(second.connection().ended.getCount()).isOne();
      assertThat(second.served().idleTime()).isZero();

      nanos.addAndGet(Duration.ofSeconds(11).toNanos());
      assertThat(second.served().idleTime()).isEqualTo(Duration.ofDays(1));
      second.served().close(false);
      second.end().get();
    }
  }

  private record Served(ServerConnection served, Connection connection, Future<?> end) {}

  private Served serve(ExecutorService threads) {
    ServerConnection served = strangers.connection(nothing(ConnectionContext.class));
    Connection connection = selector.last;
    Future<?> end =
        threads.submit(
            () -> {
              served.handle(nothing(Limit.class));
              return true;
            });
    return new Served(served, connection, end);
  }

  private static <T> T nothing(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> {
              throw new UnsupportedOperationException(method.getName());
            }));
  }

  /** Begins, and waits until it is closed. */
  private static final class Connection implements ServerConnection {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void handle(Limit limit) throws InterruptedException {
      begun.countDown();
      ended.await();
    }

    @Override
    public Duration idleTime() {
      return Duration.ZERO;
    }

    @Override
    public void close(boolean interrupt) {
      if (interrupt) {
        ended.countDown();
      }
    }
  }

  private static final class Selector implements ServerConnectionSelector {
    private Connection last = new Connection();

    @Override
    public ServerConnection connection(ConnectionContext context) {
      last = new Connection();
      return last;
    }

    @Override
    public int bytesToIdentifyConnection() {
      return 0;
    }

    @Override
    public Support supports(BufferData data) {
      return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
      return Set.of();
    }
  }
}
