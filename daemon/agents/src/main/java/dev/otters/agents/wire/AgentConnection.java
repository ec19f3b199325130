package dev.otters.agents.wire;

import dev.otters.home.time.Time;
import dev.otters.home.token.TokenException;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.LineChannel;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireCodec;
import dev.otters.protocol.WireError;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of an agent. The first line must be a valid {@code hello}. Each later request runs
 * on its own thread, but a heartbeat renews its lease before the next line is read. A client that
 * does not read its responses is no longer read from. Neither is a client whose large request waits
 * for memory, which all connections share; then the daemon renews the leases of the runtime.
 */
final class AgentConnection {
  private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);
  private static final int MAX_REQUESTS = 32;

  /** The limit on requests that wait for work or for a model: four for each turn of an agent. */
  private static final int MAX_WAITERS = 256;

  private static final Duration RENEWAL = Duration.ofSeconds(5);
  static final Duration HELLO_WITHIN = Duration.ofSeconds(10);

  private final UUID agent;
  private final String owner = UUID.randomUUID().toString();
  private final LineChannel lines;
  private final AgentSocket socket;
  private final Services services;
  private final Semaphore requests = new Semaphore(MAX_REQUESTS);
  private final Semaphore waiters = new Semaphore(MAX_WAITERS);
  private final Semaphore beats = new Semaphore(MAX_REQUESTS);
  private final AtomicLong waits = new AtomicLong();
  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
  private volatile Time.@Nullable Timer helloTimer;
  private volatile @Nullable Dispatcher dispatcher;
  private final ReentrantLock answering = new ReentrantLock();
  private volatile @Nullable Thread waiting;
  private volatile boolean closed;

  /** Completes after the welcome, since a runtime ignores notifications before it. */
  private final CompletableFuture<Void> welcomed = new CompletableFuture<>();

  AgentConnection(UUID agent, SocketChannel channel, AgentSocket socket, Services services) {
    this.agent = agent;
    this.lines = new LineChannel(channel);
    this.socket = socket;
    this.services = services;
  }

  void start() {
    helloTimer = services.time().after(HELLO_WITHIN, this::closeUnlessKnown);
    Thread.ofVirtual().name("wire-reader").start(this::serve);
  }

  private void serve() {
    try {
      if (greet(lines.read(Protocol.MAX_HELLO_BYTES))) {
        boolean open = true;
        while (open) {
          open = handleNext();
        }
      }
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("agent", agent).setCause(e).log("connection ended");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("agent", agent).setCause(e).log("connection failed");
    } finally {
      close();
      services.sessions().turns().disconnect(agent, owner);
      socket.gone(this);
    }
  }

  private boolean greet(byte @Nullable [] line) throws IOException {
    if (line == null) {
      return false;
    }
    try {
      if (WireCodec.decode(line) instanceof Message.Request(long id, Call.Hello hello)) {
        return greet(id, hello);
      }
      String why = "the first request must be hello";
      socket.unknown(why, Optional.empty());
      refuse(OptionalLong.empty(), WireError.of(WireError.Code.UNAUTHENTICATED, why));
    } catch (MalformedMessageException e) {
      socket.unknown("no message of the protocol", Optional.empty());
      write(e.toFailure());
    }
    return false;
  }

  private boolean greet(long id, Call.Hello hello) throws IOException {
    Dispatcher begun = new Dispatcher(agent, owner, services);
    try {
      Dispatcher.Greeting greeting = begun.greet(hello, () -> socket.known(this));
      dispatcher = begun;
      cancelHelloTimer();
      write(new Message.Response(id, greeting.welcome()));
      welcomed.complete(null);
      greeting.interrupted().forEach(turn -> tell(new Notice.Interrupt(turn)));
      return true;
    } catch (TokenException e) {
      socket.unknown("token " + e.reason(), e.id());
      refuse(OptionalLong.of(id), WireErrors.of(agent, e));
      return false;
    } catch (RuntimeException e) {
      refuse(OptionalLong.of(id), WireErrors.of(agent, e));
      return false;
    }
  }

  /**
   * Reads and handles one line. Waits for the client only when no memory is taken, and never before
   * a heartbeat.
   */
  private boolean handleNext() throws IOException, InterruptedException {
    byte[] line = lines.read();
    if (line == null) {
      return false;
    }
    try {
      if (line.length <= ByteBudget.FREE_BYTES) {
        handle(WireCodec.decode(line));
      } else {
        handleLarge(line);
      }
    } catch (MalformedMessageException e) {
      write(e.toFailure());
    }
    return true;
  }

  private void handle(Message message) throws IOException, InterruptedException {
    if (!(message instanceof Message.Request(long id, Call<?> call))) {
      return;
    }
    if (call instanceof Call.Heartbeat) {
      beat(id, call);
    } else if (waits(call) && !waiters.tryAcquire()) {
      String why = MAX_WAITERS + " requests of this connection wait for work or for a model";
      refuse(OptionalLong.of(id), WireError.of(WireError.Code.INVALID, why));
    } else if (waits(call)) {
      work(waiters, () -> answer(id, call, 0));
    } else {
      requests.acquire();
      work(requests, () -> answer(id, call, 0));
    }
  }

  /** Returns whether the daemon may take long to answer, and holds no memory meanwhile. */
  private static boolean waits(Call<?> call) {
    return call instanceof Call.Lease || call instanceof Call.Complete;
  }

  /** Renews a lease at once. A client that does not read its responses misses them. */
  private void beat(long id, Call<?> heartbeat) throws InterruptedException {
    Message reply = reply(id, heartbeat, 0);
    if (beats.tryAcquire()) {
      work(beats, () -> writeQuietly(reply));
    }
  }

  private void handleLarge(byte[] line) throws MalformedMessageException, InterruptedException {
    requests.acquire();
    int taken = 0;
    boolean begun = false;
    try {
      taken = awaitMemory(line.length);
      begun = begin(decode(line), taken);
    } finally {
      if (!begun) {
        socket.memory().release(taken);
        requests.release();
      }
    }
  }

  private boolean begin(Message message, int taken) {
    if (message instanceof Message.Request(long id, Call<?> call)) {
      work(requests, () -> answer(id, call, taken));
      return true;
    }
    return false;
  }

  /** Waits for memory until the connection is closed. The daemon delays the runtime meanwhile. */
  private int awaitMemory(int length) throws InterruptedException {
    long wait = waits.incrementAndGet();
    waiting = Thread.currentThread();
    Time.Timer renewal = services.time().after(RENEWAL, () -> renew(wait));
    try {
      if (closed) {
        throw new InterruptedException("the connection is closed");
      }
      return socket.memory().take(length);
    } finally {
      waiting = null;
      renewal.cancel();
    }
  }

  /** Renews the leases of a runtime whose heartbeats are not read, because memory is missing. */
  private void renew(long wait) {
    if (waiting != null && waits.get() == wait) {
      services.sessions().turns().renew(agent);
      Time.Timer unused = services.time().after(RENEWAL, () -> renew(wait));
    }
  }

  private Message decode(byte[] line) throws MalformedMessageException, InterruptedException {
    services.codecs().acquire();
    try {
      return WireCodec.decode(line);
    } finally {
      services.codecs().release();
    }
  }

  private void work(Semaphore slots, Runnable task) {
    Thread worker =
        Thread.ofVirtual()
            .name("wire-request")
            .unstarted(
                () -> {
                  try {
                    task.run();
                  } finally {
                    slots.release();
                    workers.remove(Thread.currentThread());
                  }
                });
    workers.add(worker);
    worker.start();
    if (closed) {
      worker.interrupt();
    }
  }

  /**
   * Answers a request. The memory of the request is free before the answer is written, since the
   * client may not read it.
   */
  private void answer(long id, Call<?> call, int taken) {
    try {
      Message reply = reply(id, call, taken);
      if (isLarge(reply)) {
        writeLarge(reply);
      } else {
        write(reply);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LineTooLongException e) {
      refuseQuietly(
          id, WireError.of(WireError.Code.INVALID, "the response is longer than a line may be"));
    } catch (IOException e) {
      close();
    }
  }

  /** Returns the answer to a request. A call that may wait for long holds no memory. */
  private Message reply(long id, Call<?> call, int taken) throws InterruptedException {
    int held = taken;
    if (waits(call)) {
      socket.memory().release(held);
      held = 0;
    }
    try {
      return new Message.Response(id, Objects.requireNonNull(dispatcher).answer(call));
    } catch (RuntimeException e) {
      return new Message.Failure(OptionalLong.of(id), WireErrors.of(agent, e));
    } finally {
      socket.memory().release(held);
    }
  }

  private static boolean isLarge(Message reply) {
    return reply instanceof Message.Response(long _, Answer.Run _);
  }

  /** Writes one answer at a time, and encodes few in the whole daemon. */
  private void writeLarge(Message reply) throws IOException, InterruptedException {
    answering.lockInterruptibly();
    try {
      lines.write(encode(reply));
    } finally {
      answering.unlock();
    }
  }

  private byte[] encode(Message reply) throws IOException, InterruptedException {
    services.codecs().acquire();
    try {
      return WireCodec.encode(reply);
    } finally {
      services.codecs().release();
    }
  }

  /** Sends a notification without waiting for the client to read it. */
  void tell(Notice notice) {
    Thread.ofVirtual()
        .name("wire-notice")
        .start(
            () -> {
              welcomed.join();
              writeQuietly(new Message.Notification(notice));
            });
  }

  private void refuseQuietly(long id, WireError error) {
    writeQuietly(new Message.Failure(OptionalLong.of(id), error));
  }

  private void writeQuietly(Message message) {
    try {
      write(message);
    } catch (IOException e) {
      close();
    }
  }

  private void refuse(OptionalLong id, WireError error) throws IOException {
    write(new Message.Failure(id, error));
  }

  private void write(Message message) throws IOException {
    lines.write(WireCodec.encode(message));
  }

  private void closeUnlessKnown() {
    if (dispatcher == null) {
      close();
    }
  }

  /** Cancels the timer, which would otherwise keep a closed connection in memory. */
  private void cancelHelloTimer() {
    Time.Timer timer = helloTimer;
    if (timer != null) {
      timer.cancel();
    }
  }

  /** Returns the number of requests being handled. */
  int working() {
    return workers.size();
  }

  /** Returns whether the runtime was accepted. */
  boolean greeted() {
    return dispatcher != null;
  }

  void close() {
    closed = true;
    welcomed.complete(null);
    cancelHelloTimer();
    try {
      lines.close();
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("agent", agent).setCause(e).log("cannot close a connection");
    }
    workers.forEach(Thread::interrupt);
    Thread reader = waiting;
    if (reader != null) {
      reader.interrupt();
    }
  }
}
