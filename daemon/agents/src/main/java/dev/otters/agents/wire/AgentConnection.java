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
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of an agent. The first line must be a valid {@code hello}. Each later request runs
 * on its own thread. A client that does not read its responses is no longer read from.
 */
final class AgentConnection {
  private static final Logger LOG = LoggerFactory.getLogger(AgentConnection.class);
  private static final int MAX_REQUESTS = 32;
  static final Duration HELLO_WITHIN = Duration.ofSeconds(10);

  private final UUID agent;
  private final String owner = UUID.randomUUID().toString();
  private final LineChannel lines;
  private final AgentSocket socket;
  private final Services services;
  private final Semaphore requests = new Semaphore(MAX_REQUESTS);
  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
  private volatile Time.@Nullable Timer helloTimer;
  private volatile @Nullable Dispatcher dispatcher;
  private volatile boolean closed;

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
        for (byte[] line = lines.read(); line != null; line = lines.read()) {
          handle(line);
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
      services.turns().disconnect(agent, owner);
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
      refuse(
          OptionalLong.empty(),
          WireError.of(WireError.Code.UNAUTHENTICATED, "the first request must be hello"));
    } catch (MalformedMessageException e) {
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
      greeting.interrupted().forEach(turn -> tell(new Notice.Interrupt(turn)));
      return true;
    } catch (TokenException e) {
      socket.refused("token " + e.reason());
      refuse(OptionalLong.of(id), WireErrors.of(agent, e));
      return false;
    } catch (RuntimeException e) {
      refuse(OptionalLong.of(id), WireErrors.of(agent, e));
      return false;
    }
  }

  private void handle(byte[] line) throws IOException, InterruptedException {
    try {
      if (WireCodec.decode(line) instanceof Message.Request(long id, Call<?> call)) {
        requests.acquire();
        work(() -> answer(id, call));
      }
    } catch (MalformedMessageException e) {
      write(e.toFailure());
    }
  }

  private void work(Runnable task) {
    Thread worker =
        Thread.ofVirtual()
            .name("wire-request")
            .unstarted(
                () -> {
                  try {
                    task.run();
                  } finally {
                    requests.release();
                    workers.remove(Thread.currentThread());
                  }
                });
    workers.add(worker);
    worker.start();
    if (closed) {
      worker.interrupt();
    }
  }

  private void answer(long id, Call<?> call) {
    Dispatcher known = dispatcher;
    if (known == null) {
      return;
    }
    try {
      Answer answer = known.answer(call);
      write(new Message.Response(id, answer));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (LineTooLongException e) {
      refuseQuietly(
          id, WireError.of(WireError.Code.INVALID, "the response is longer than a line may be"));
    } catch (IOException e) {
      close();
    } catch (RuntimeException e) {
      refuseQuietly(id, WireErrors.of(agent, e));
    }
  }

  /** Sends a notification without waiting for the client to read it. */
  void tell(Notice notice) {
    Thread.ofVirtual()
        .name("wire-notice")
        .start(
            () -> {
              try {
                write(new Message.Notification(notice));
              } catch (IOException e) {
                close();
              }
            });
  }

  private void refuseQuietly(long id, WireError error) {
    try {
      refuse(OptionalLong.of(id), error);
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

  void close() {
    closed = true;
    cancelHelloTimer();
    try {
      lines.close();
    } catch (IOException e) {
      LOG.atDebug().addKeyValue("agent", agent).setCause(e).log("cannot close a connection");
    }
    workers.forEach(Thread::interrupt);
  }
}
