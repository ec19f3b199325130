package dev.otters.worker;

import dev.otters.protocol.Activation;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.LineChannel;
import dev.otters.protocol.MalformedMessageException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.WireCodec;
import dev.otters.protocol.WireError;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A daemon for tests: speaks the real protocol on a real socket, keeps what a real one would keep
 * durably, and breaks connections where it is told to. Guarded by its own monitor.
 */
final class ScriptedDaemon implements Closeable {
  /** Says what a turn does next: an {@link Answer.Next}, or an error. */
  interface Model {
    /** Answers a step, whose numbers begin at 1 in each turn; null never answers. */
    @Nullable Object next(int step, Call.Complete call);
  }

  /**
   * The end of an attempt.
   *
   * @param told the outcome that the runtime reported; empty if the daemon ended the turn
   */
  record End(String activation, long fence, Outcome.Kind kind, Optional<Outcome.Unanswered> told) {}

  /** Where a connection breaks. */
  enum Break {
    BEFORE_THE_CALL,
    AFTER_THE_CALL
  }

  static final String TOKEN = "to.ke.n";

  final List<Call<?>> calls = new ArrayList<>();
  final Map<String, EventBody.ToolResult> results = new LinkedHashMap<>();
  final List<End> ends = new ArrayList<>();

  private final ServerSocketChannel listener;
  private final Path socket;
  private final AgentSetup setup;
  private final Model model;
  private final Deque<Activation> waiting = new ArrayDeque<>();
  private final Map<String, Activation> leased = new HashMap<>();
  private final Map<String, Answer> answers = new HashMap<>();
  private @Nullable LineChannel current;
  private int breakAt = -1;
  private Break how = Break.BEFORE_THE_CALL;
  private boolean broken;
  private Class<?> failing = Void.class;
  private int failures;
  private Class<?> unanswered = Void.class;
  private String token = TOKEN;
  private int protocol = Protocol.VERSION;

  ScriptedDaemon(Path folder, AgentSetup setup, Model model) throws IOException {
    this.socket = folder.resolve("d.sock");
    this.setup = setup;
    this.model = model;
    Files.writeString(folder.resolve("token"), TOKEN + "\n");
    this.listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().start(this::accept);
  }

  Path socket() {
    return socket;
  }

  /** Breaks the connection at the call with this number, from 0, once. */
  synchronized void breakAt(int number, Break place) {
    breakAt = number;
    how = place;
  }

  /** Fails the next calls of a type, as a daemon does that is about to end. */
  synchronized void fail(Class<? extends Call<?>> type, int times) {
    failing = type;
    failures = times;
  }

  /** Never answers the calls of a type. */
  synchronized void ignore(Class<? extends Call<?>> type) {
    unanswered = type;
  }

  /** Accepts no token any more. */
  synchronized void revoke() {
    token = "revoked";
  }

  /** Answers in another version of the protocol. */
  synchronized void speak(int version) {
    protocol = version;
  }

  synchronized boolean hasBroken() {
    return broken;
  }

  synchronized void enqueue(Activation activation) {
    waiting.add(activation);
    notifyAll();
  }

  synchronized void tell(Notice notice) {
    try {
      if (current != null) {
        current.write(WireCodec.encode(new Message.Notification(notice)));
      }
    } catch (IOException gone) {
      // A runtime that has just ended needs to be told nothing.
      current = null;
    }
  }

  /** Gives a leased activation to nobody: everything with its fence is stale. */
  synchronized void takeAway(String activation) {
    leased.remove(activation);
  }

  /** Breaks the connection now. */
  synchronized void disconnect() throws IOException {
    if (current != null) {
      current.close();
    }
  }

  synchronized <C extends Call<?>> List<C> calls(Class<C> type) {
    return calls.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Waits for a condition over this daemon's state; fails after a minute. */
  synchronized void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!condition.getAsBoolean()) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError("waited in vain; calls so far: " + calls);
      }
      try {
        wait(left);
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    disconnect();
  }

  private void accept() {
    while (listener.isOpen()) {
      try {
        SocketChannel channel = listener.accept();
        Thread.ofVirtual().start(() -> serve(new LineChannel(channel)));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(LineChannel lines) {
    try (lines) {
      for (byte[] line = lines.read(); line != null; line = lines.read()) {
        if (WireCodec.decode(line) instanceof Message.Request request) {
          if (note(lines, request)) {
            return;
          }
          Thread.ofVirtual().start(() -> answer(lines, request));
        }
      }
    } catch (IOException | MalformedMessageException gone) {
      return;
    } finally {
      synchronized (this) {
        if (current == lines) {
          current = null;
        }
        notifyAll();
      }
    }
  }

  /** Writes the call down and says whether the connection breaks here. */
  private synchronized boolean note(LineChannel lines, Message.Request request) {
    int number = calls.size();
    calls.add(request.call());
    if (request.call() instanceof Call.Hello hello) {
      current = lines;
      requeueAllBut(hello.held());
    }
    if (number == breakAt) {
      broken = true;
      if (how == Break.AFTER_THE_CALL) {
        // What the call does is done, but nobody hears of it.
        Message unused = result(lines, request);
      }
    }
    notifyAll();
    return number == breakAt;
  }

  private void requeueAllBut(List<Held> held) {
    for (Activation activation : List.copyOf(leased.values())) {
      if (!held.contains(new Held(activation.id(), activation.fence()))) {
        leased.remove(activation.id());
        waiting.addFirst(withFence(activation, activation.fence() + 1));
      }
    }
  }

  private void answer(LineChannel lines, Message.Request request) {
    try {
      Message result = result(lines, request);
      if (result != null) {
        lines.write(WireCodec.encode(result));
      }
    } catch (IOException gone) {
      return;
    }
  }

  private synchronized @Nullable Message result(LineChannel lines, Message.Request request) {
    Object result = process(lines, request.call());
    notifyAll();
    return switch (result) {
      case null -> null;
      case Answer answer -> new Message.Response(request.id(), answer);
      case WireError error -> new Message.Failure(OptionalLong.of(request.id()), error);
      default -> throw new IllegalArgumentException("no result: " + result);
    };
  }

  private @Nullable Object process(LineChannel lines, Call<?> call) {
    if (failing.isInstance(call) && failures-- > 0) {
      return WireError.of(WireError.Code.INTERNAL, "the database is closed");
    }
    if (unanswered.isInstance(call)) {
      return null;
    }
    return switch (call) {
      case Call.Hello hello ->
          hello.token().equals(token)
              ? new Answer.Welcome(protocol, TOKEN, setup)
              : WireError.of(WireError.Code.UNAUTHENTICATED, "this is not your token");
      case Call.Lease lease -> lease(lines);
      case Call.Heartbeat beat -> guarded(beat.activation(), beat.fence(), new Answer.Done());
      case Call.Complete complete -> complete(complete);
      case Call.Result result -> result(result);
      case Call.Release release -> release(release);
      case Call.Ready ready -> new Answer.Done();
      case Call.Fatal fatal -> new Answer.Done();
    };
  }

  private @Nullable Object lease(LineChannel lines) {
    boolean breaking = broken && how == Break.AFTER_THE_CALL && calls.size() == breakAt + 1;
    while (waiting.isEmpty() && !breaking) {
      try {
        wait();
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
      if (current != lines) {
        return null;
      }
    }
    Activation activation = waiting.poll();
    if (activation == null) {
      return null;
    }
    leased.put(activation.id(), activation);
    return new Answer.Leased(activation);
  }

  private Object result(Call.Result call) {
    Object result = guarded(call.activation(), call.fence(), new Answer.Done());
    if (result instanceof Answer) {
      String id =
          "%s.%d.%d.%s"
              .formatted(call.activation(), call.fence(), call.step(), call.result().call());
      results.putIfAbsent(id, call.result());
    }
    return result;
  }

  private @Nullable Object complete(Call.Complete call) {
    String id = call.activation() + "." + call.fence() + "." + call.step();
    Answer known = answers.get(id);
    if (known != null) {
      return known;
    }
    Object stale = guarded(call.activation(), call.fence(), new Answer.Done());
    if (stale instanceof WireError) {
      return stale;
    }
    Object answer = model.next(call.step(), call);
    if (answer instanceof Answer fresh) {
      answers.put(id, fresh);
    }
    if (answer instanceof Answer.Over over) {
      end(new End(call.activation(), call.fence(), over.kind(), Optional.empty()));
    }
    return answer;
  }

  private Object release(Call.Release call) {
    if (ends.stream()
        .anyMatch(e -> e.activation().equals(call.activation()) && e.fence() == call.fence())) {
      return new Answer.Done();
    }
    Object result = guarded(call.activation(), call.fence(), new Answer.Done());
    if (result instanceof Answer) {
      Outcome.Unanswered told = call.outcome();
      end(new End(call.activation(), call.fence(), told.kind(), Optional.of(told)));
    }
    return result;
  }

  private void end(End end) {
    leased.remove(end.activation());
    ends.add(end);
  }

  private Object guarded(String activation, long fence, Answer answer) {
    Activation lease = leased.get(activation);
    return lease != null && lease.fence() == fence
        ? answer
        : WireError.of(WireError.Code.STALE_FENCE, "not yours");
  }

  private static Activation withFence(Activation activation, long fence) {
    return new Activation(
        activation.id(), fence, activation.session(), activation.turn(), activation.options());
  }
}
