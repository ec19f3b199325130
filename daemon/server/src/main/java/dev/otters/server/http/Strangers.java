package dev.otters.server.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The connections of one listener that have not shown a token yet. Few are read at a time, and a
 * new one takes the place of the oldest, so that connections which send nothing, or half a request,
 * keep no other client out.
 */
final class Strangers implements ServerConnectionSelector {
  /** The time that each connection has to send its request, however many others wait. */
  private static final Duration TURN = Duration.ofMillis(100);

  private final ServerConnectionSelector http;
  private final Semaphore places;
  private final Duration deadline;
  private final LongSupplier nanos;

  /** Connections by their threads, the oldest first. */
  private final Map<Thread, Stranger> read = new LinkedHashMap<>();

  /**
   * Creates an empty set of connections.
   *
   * @param most the largest number of connections without a token that are read
   * @param deadline the time in which a connection must show one
   */
  Strangers(Http1Config protocol, int most, Duration deadline) {
    this(
        Http1ConnectionSelector.builder().config(protocol).build(),
        most,
        deadline,
        System::nanoTime);
  }

  /** Creates an empty set of connections as above, with a clock. */
  Strangers(ServerConnectionSelector http, int most, Duration deadline, LongSupplier nanos) {
    this.http = http;
    this.places = new Semaphore(most, true);
    this.deadline = deadline;
    this.nanos = nanos;
  }

  /** Lifts the limits for the connection that the current thread serves. */
  void admit() {
    leave(Thread.currentThread());
  }

  private void enter(Stranger stranger) throws InterruptedException {
    if (!places.tryAcquire()) {
      do {
        endOldest();
      } while (!places.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS));
    }
    stranger.since = nanos.getAsLong();
    synchronized (this) {
      read.put(Thread.currentThread(), stranger);
    }
  }

  private synchronized void leave(Thread thread) {
    if (read.remove(thread) != null) {
      places.release();
    }
  }

  private synchronized void endOldest() {
    read.entrySet().stream()
        .findFirst()
        .filter(oldest -> oldest.getValue().isOlderThan(TURN))
        .ifPresent(
            oldest -> {
              leave(oldest.getKey());
              oldest.getValue().close(true);
            });
  }

  private synchronized boolean isOverdue(Stranger stranger) {
    return read.containsValue(stranger) && stranger.isOlderThan(deadline);
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return new Stranger(http.connection(context));
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http.supportedApplicationProtocols();
  }

  private final class Stranger implements ServerConnection, InterruptableTask<Void> {
    private final ServerConnection connection;
    private volatile long since;

    Stranger(ServerConnection connection) {
      this.connection = connection;
    }

    boolean isOlderThan(Duration age) {
      return nanos.getAsLong() - since > age.toNanos();
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
      enter(this);
      try {
        connection.handle(limit);
      } finally {
        admit();
      }
    }

    /** Returns the longest time for a connection that is overdue, so that the server ends it. */
    @Override
    public Duration idleTime() {
      return isOverdue(this) ? Duration.ofDays(1) : connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
      connection.close(interrupt || isOverdue(this));
    }

    @Override
    public boolean canInterrupt() {
      return connection instanceof InterruptableTask<?> task && task.canInterrupt();
    }

    @Override
    public Void call() {
      throw new UnsupportedOperationException("a connection is handled, not called");
    }
  }
}
