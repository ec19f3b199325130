package dev.otters.agents.wire;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Held;
import dev.otters.protocol.LineChannel;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Method;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireCodec;
import dev.otters.protocol.WireError;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The other end of the agent wire, played by a test. */
public final class RuntimeClient implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  /** A request that was refused. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient WireError error;

    Refused(WireError error) {
      super(error.message());
      this.error = error;
    }

    /** Returns why. */
    public WireError error() {
      return error;
    }
  }

  private record Pending(Method method, CompletableFuture<Answer> answer) {}

  private final LineChannel lines;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final BlockingQueue<Notice> notices = new LinkedBlockingQueue<>();
  private final BlockingQueue<WireError> strayErrors = new LinkedBlockingQueue<>();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();
  private volatile boolean over;

  private final Consumer<Call<?>> sending;

  private RuntimeClient(SocketChannel channel, Consumer<Call<?>> sending) {
    this.sending = sending;
    lines = new LineChannel(channel);
    Thread.ofVirtual().name("runtime-client").start(this::read);
  }

  /** Connects to a socket. */
  public static RuntimeClient connect(Path socket) throws IOException {
    return connect(socket, call -> {});
  }

  /** Connects to a socket, and tells of each request before it is sent. */
  static RuntimeClient connect(Path socket, Consumer<Call<?>> sending) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return new RuntimeClient(channel, sending);
  }

  /** Says hello and returns the welcome. */
  public Answer.Welcome hello(String token, Held... held) {
    return call(new Call.Hello(Protocol.VERSION, token, List.of(held), "test"));
  }

  /** Sends a request and waits for the answer; a refusal is {@link Refused}. */
  public <A extends Answer> A call(Call<A> call) {
    return await(begin(call));
  }

  /** Sends a request. */
  @SuppressWarnings("unchecked")
  public <A extends Answer> CompletableFuture<A> begin(Call<A> call) {
    sending.accept(call);
    long id = ids.incrementAndGet();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    pending.put(id, new Pending(call.method(), answer));
    try {
      lines.write(WireCodec.encode(new Message.Request(id, call)));
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
    if (over) {
      answer.completeExceptionally(new IOException("the connection was closed"));
    }
    return (CompletableFuture<A>) answer;
  }

  /** Waits for an answer that was asked for with {@link #begin}. */
  public static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refused refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends bytes as they are. */
  public void raw(byte[] bytes) throws IOException {
    lines.write(bytes);
  }

  /** Waits for the next notification. */
  public Notice notice() throws InterruptedException {
    Notice notice = notices.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (notice == null) {
      throw new IllegalStateException("no notification came");
    }
    return notice;
  }

  /** Waits for the next error that belongs to no request of {@link #begin}. */
  public WireError strayError() throws InterruptedException {
    WireError error = strayErrors.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (error == null) {
      throw new IllegalStateException("no error came");
    }
    return error;
  }

  /** Waits until the daemon has closed the connection. */
  public void awaitClose() {
    await(closed);
  }

  private void read() {
    try {
      for (byte[] line = lines.read(); line != null; line = lines.read()) {
        receive(WireCodec.decode(line, id -> method(id)));
      }
    } catch (IOException | MalformedMessageException e) {
      notices.clear();
    } finally {
      // In this order: whoever has seen the end may look at an answer.
      over = true;
      IOException end = new IOException("the connection was closed");
      pending.values().forEach(waiting -> waiting.answer().completeExceptionally(end));
      closed.complete(true);
    }
  }

  private Method method(long id) {
    return pending.get(id).method();
  }

  private void receive(Message message) {
    switch (message) {
      case Message.Response(long id, Answer answer) -> pending.remove(id).answer().complete(answer);
      case Message.Failure(var id, WireError error) -> {
        Pending waiting = id.isPresent() ? pending.remove(id.getAsLong()) : null;
        if (waiting != null) {
          waiting.answer().completeExceptionally(new Refused(error));
        } else {
          // In this order: who has taken the error may ask something new.
          pending.values().forEach(p -> p.answer().completeExceptionally(new Refused(error)));
          strayErrors.add(error);
        }
      }
      case Message.Notification(Notice notice) -> notices.add(notice);
      case Message.Request request -> throw new IllegalStateException("a daemon does not ask");
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
