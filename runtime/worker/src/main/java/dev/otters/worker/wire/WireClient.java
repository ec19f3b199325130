package dev.otters.worker.wire;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Method;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireCodec;
import dev.otters.protocol.WireError;
import dev.otters.worker.log.Log;
import dev.otters.worker.wire.PendingCalls.Pending;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client of the daemon. Calls that are unanswered when the connection breaks are sent again on
 * the next one; every call of the protocol is idempotent. Thread-safe.
 */
public final class WireClient implements AutoCloseable {
  private final DaemonAddress address;
  private final Backoff backoff;
  private final String version;
  private final DaemonListener listener;
  private final Log log;

  private final CompletableFuture<AgentSetup> setup = new CompletableFuture<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final PendingCalls pending = new PendingCalls();
  private String token;
  private long lastId;
  private @Nullable Connection connection;
  private @Nullable WireError rejection;

  /**
   * Creates a client that is not connected.
   *
   * @param token the agent's first token; later ones come with each connection
   * @param version the release of this program, for the daemon's log
   */
  public WireClient(
      DaemonAddress address,
      String token,
      String version,
      Backoff backoff,
      DaemonListener listener,
      Log log) {
    this.address = address;
    this.token = token;
    this.version = version;
    this.backoff = backoff;
    this.listener = listener;
    this.log = log;
  }

  /**
   * Connects, and reconnects whenever the connection is lost.
   *
   * @return the setup that came with the first connection; fails with a {@link CallFailedException}
   *     if the daemon rejects this runtime
   */
  public CompletableFuture<AgentSetup> open() {
    Thread.ofVirtual().name("wire").start(this::stayConnected);
    return setup;
  }

  /**
   * Sends a call as soon as there is a connection.
   *
   * @return the answer; fails with a {@link CallFailedException} if the daemon refuses the call or
   *     this runtime, but not when the connection is lost
   */
  public <A extends Answer> CompletableFuture<A> call(Call<A> call) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    synchronized (this) {
      long id = ++lastId;
      pending.add(id, new Pending(call, answer));
      if (rejection != null) {
        fail(id, rejection);
      } else if (connection != null) {
        send(connection, id, call);
      }
    }
    // The codec reads an answer by its call's method, so it is an A.
    @SuppressWarnings("unchecked")
    CompletableFuture<A> typed = (CompletableFuture<A>) answer;
    return typed;
  }

  /** Reports whether the activation is leased and neither acknowledged nor released. */
  public synchronized boolean holds(String activation) {
    return pending.holds(activation);
  }

  /** Releases an activation without an ack; the daemon makes it ready at the next connection. */
  public synchronized void release(String activation, long fence) {
    pending.release(activation, fence);
  }

  /** Disconnects for good. Unanswered calls stay unanswered. */
  @Override
  public void close() {
    closed.countDown();
    synchronized (this) {
      if (connection != null) {
        connection.close();
      }
    }
  }

  private void stayConnected() {
    int failures = 0;
    while (!isClosed()) {
      try (Connection fresh = Connection.open(address.socket())) {
        welcome(fresh);
        failures = 0;
        serve(fresh);
      } catch (CallFailedException refusal) {
        reject(refusal);
        return;
      } catch (IOException lost) {
        failures++;
        if (failures == 1 && !isClosed()) {
          log.line("no connection to the daemon (" + lost.getMessage() + "); retrying");
        }
      }
      detach();
      pause(failures);
    }
  }

  private void welcome(Connection fresh) throws IOException, CallFailedException {
    long id;
    synchronized (this) {
      id = ++lastId;
      fresh.send(
          new Message.Request(
              id, new Call.Hello(Protocol.VERSION, token, pending.held(), version)));
    }
    Answer.Welcome welcome = awaitWelcome(fresh, id);
    if (welcome.protocol() != Protocol.VERSION) {
      throw new CallFailedException(
          WireError.of(
              WireError.Code.PROTOCOL_UNSUPPORTED,
              "the daemon speaks protocol "
                  + welcome.protocol()
                  + " and this runtime speaks "
                  + Protocol.VERSION));
    }
    attach(fresh, welcome.token());
    log.line("connected to the daemon");
    setup.complete(welcome.setup());
  }

  private static Answer.Welcome awaitWelcome(Connection fresh, long id)
      throws IOException, CallFailedException {
    while (true) {
      byte[] line = fresh.read();
      if (line == null) {
        throw new EOFException("the daemon closed the connection");
      }
      try {
        Message message = WireCodec.decode(line, other -> other == id ? Method.HELLO : null);
        if (message instanceof Message.Response(long own, Answer.Welcome welcome)) {
          return welcome;
        }
        if (message instanceof Message.Failure(OptionalLong own, WireError error)) {
          throw refusal(error);
        }
      } catch (MalformedMessageException malformed) {
        throw new IOException(
            "the daemon's greeting is malformed: " + malformed.getMessage(), malformed);
      }
    }
  }

  /** Distinguishes a daemon that rejects this runtime from one that cannot greet it now. */
  private static CallFailedException refusal(WireError error) throws IOException {
    if (error.code() == WireError.Code.INTERNAL) {
      throw new IOException("the daemon failed: " + error.message());
    }
    return new CallFailedException(error);
  }

  /** Starts using the connection and sends all unanswered calls. */
  private synchronized void attach(Connection fresh, String freshToken) throws IOException {
    if (isClosed()) {
      throw new EOFException("this runtime is stopping");
    }
    token = freshToken;
    connection = fresh;
    for (Map.Entry<Long, Pending> entry : List.copyOf(pending.inOrder().entrySet())) {
      send(fresh, entry.getKey(), entry.getValue().call());
    }
  }

  private synchronized void detach() {
    connection = null;
  }

  private void send(Connection target, long id, Call<?> call) {
    try {
      target.send(new Message.Request(id, call));
    } catch (LineTooLongException tooLong) {
      fail(id, WireError.of(WireError.Code.INVALID, String.valueOf(tooLong.getMessage())));
    } catch (IOException broken) {
      // The reader sees it, too; everything is sent again on the next connection.
      target.close();
    }
  }

  private void serve(Connection current) throws IOException {
    for (byte[] line = current.read(); line != null; line = current.read()) {
      try {
        receive(WireCodec.decode(line, this::pendingMethod));
      } catch (MalformedMessageException malformed) {
        receiveMalformed(malformed);
      }
    }
    throw new EOFException("the daemon closed the connection");
  }

  private void receive(Message message) {
    // Not a switch over types, which generates a class at each start of a runtime.
    if (message instanceof Message.Response(long id, Answer answer)) {
      answer(id, answer);
    } else if (message instanceof Message.Notification(var notice)) {
      listener.told(notice);
    } else if (message instanceof Message.Request(long id, Call<?> call)) {
      log.line("ignored the daemon's call " + call.method().wireName());
    } else if (message instanceof Message.Failure(OptionalLong id, WireError error)) {
      if (id.isPresent()) {
        fail(id.getAsLong(), error);
      } else {
        log.line("the daemon could not read a message: " + error.message());
      }
    }
  }

  private void receiveMalformed(MalformedMessageException malformed) {
    log.line("the daemon sent a malformed message: " + malformed.getMessage());
    malformed.id().ifPresent(id -> fail(id, malformed.toFailure().error()));
  }

  private void answer(long id, Answer answer) {
    Pending call;
    synchronized (this) {
      call = pending.answered(id, answer);
    }
    if (call != null) {
      call.answer().complete(answer);
    }
  }

  private void fail(long id, WireError error) {
    Pending call;
    synchronized (this) {
      call = pending.failed(id, error);
    }
    if (call != null) {
      call.answer().completeExceptionally(new CallFailedException(error));
    }
  }

  private synchronized @Nullable Method pendingMethod(long id) {
    return pending.method(id);
  }

  private void reject(CallFailedException refusal) {
    synchronized (this) {
      connection = null;
      rejection = refusal.error();
      List.copyOf(pending.inOrder().keySet()).forEach(id -> fail(id, refusal.error()));
    }
    if (!setup.completeExceptionally(refusal)) {
      listener.rejected(refusal.error());
    }
  }

  private void pause(int failures) {
    try {
      closed.await(backoff.after(failures).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      // Only someone who wants this thread to end interrupts it.
      closed.countDown();
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }
}
