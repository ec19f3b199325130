package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Journal.Kind;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A runtime from its start to its death. It repeats what a dead daemon did not answer, as the real
 * one does, and its tools have their effects at once.
 */
final class RuntimeLife {
  private final World world;
  private final DaemonLife.Reaper reaper;
  private final Set<Held> held = ConcurrentHashMap.newKeySet();
  private String token;
  private volatile boolean dead;

  /** The connection to the daemon that lives; not done while there is none. */
  private CompletableFuture<Link> link = new CompletableFuture<>();

  private record Link(DaemonLife daemon, RuntimeClient client, AtomicBoolean broken) {
    boolean gone() {
      return daemon.dead() || broken.get();
    }
  }

  RuntimeLife(World world, DaemonLife.Reaper reaper, String token) {
    this.world = world;
    this.reaper = reaper;
    this.token = token;
  }

  /** Connects to the first daemon and works until the end. */
  void start(DaemonLife daemon) {
    connect(daemon);
    Thread.ofVirtual().name("runtime").start(() -> quietly(this::leaseAll));
  }

  /** Connects to a daemon, with the turns that go on. */
  void connect(DaemonLife daemon) {
    Thread.ofVirtual().name("runtime-link").start(() -> quietly(() -> open(daemon)));
  }

  boolean dead() {
    return dead;
  }

  /** Returns whether the daemon has welcomed this runtime. */
  boolean linked(DaemonLife daemon) {
    synchronized (world) {
      return !dead && link.isDone() && !link.join().gone() && link.join().daemon() == daemon;
    }
  }

  /** Ends this life. The caller holds the monitor of the world. */
  void die() {
    boolean open = !dead && link.isDone();
    dead = true;
    if (open) {
      close(link.join().client());
    } else {
      boolean unused = link.completeExceptionally(new Dead());
    }
  }

  private static void close(RuntimeClient client) {
    try {
      client.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void quietly(Runnable work) {
    try {
      work.run();
    } catch (Dead _) {
      // Nobody is left to hear of it.
    } catch (RuntimeException e) {
      world.journal().add(Kind.FAULT, "the runtime broke: " + e);
    }
  }

  private void open(DaemonLife daemon) {
    RuntimeClient client;
    try {
      client = RuntimeClient.connect(daemon.socket());
    } catch (IOException e) {
      fault(daemon, "the runtime cannot connect: " + e);
      return;
    }
    Link opened = new Link(daemon, client, new AtomicBoolean());
    String known;
    synchronized (world) {
      if (dead) {
        close(client);
      }
      requireAlive();
      known = token;
      if (link.isDone() && link.join().gone()) {
        link = new CompletableFuture<>();
      }
    }
    Call.Hello hello = new Call.Hello(Protocol.VERSION, known, List.copyOf(held), "planned");
    try {
      ask(opened, hello)
          .ifPresent(
              welcome -> {
                synchronized (world) {
                  requireAlive();
                  token = welcome.token();
                  boolean unused = link.complete(opened);
                }
              });
    } catch (RuntimeClient.Refused e) {
      fault(daemon, "the runtime was refused: " + e.error());
    } finally {
      if (dead) {
        close(client);
      }
    }
  }

  private void fault(DaemonLife daemon, String what) {
    synchronized (world) {
      if (!daemon.dead() && !dead) {
        world.journal().add(Kind.FAULT, what);
      }
    }
  }

  private void requireAlive() {
    if (dead) {
      throw new Dead();
    }
  }

  /** Sends a request over one connection. Empty if it or its answer was lost. */
  private <A extends Answer> Optional<A> ask(Link to, Call<A> call) {
    CompletableFuture<A> answer;
    synchronized (world) {
      if (!passes(to, Moment.REQUEST)) {
        return Optional.empty();
      }
      answer = to.client().begin(call);
    }
    try {
      A said = answer.get();
      synchronized (world) {
        if (!passes(to, Moment.ANSWER)) {
          return Optional.empty();
        }
        learn(call, said);
      }
      return Optional.of(said);
    } catch (ExecutionException e) {
      requireAlive();
      if (to.daemon().dead()) {
        return Optional.empty();
      }
      if (e.getCause() instanceof RuntimeClient.Refused refused) {
        throw refused;
      }
      // The hello of a dead runtime was late and took this connection's place.
      if (to.broken().compareAndSet(false, true)) {
        connect(to.daemon());
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean passes(Link to, Moment moment) {
    requireAlive();
    if (to.daemon().dead()) {
      return false;
    }
    reaper.at(to.daemon(), moment);
    requireAlive();
    return !to.daemon().dead();
  }

  /** Notes what the runtime knows from now on. */
  private void learn(Call<?> call, Answer said) {
    if (said instanceof Answer.Leased(Activation turn)) {
      held.add(new Held(turn.id(), turn.fence()));
    } else if (call instanceof Call.Complete && said instanceof Answer.Run(List<ToolCall> calls)) {
      calls.stream()
          .map(it -> Plan.keyOf(it.id()))
          .distinct()
          .forEach(key -> world.journal().add(Kind.KNOWN, key));
    }
  }

  /** Sends a request until a daemon has answered it. */
  private <A extends Answer> A call(Call<A> call) {
    while (true) {
      Optional<A> answer = ask(link(), call);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
  }

  private Link link() {
    while (true) {
      CompletableFuture<Link> next;
      synchronized (world) {
        requireAlive();
        if (link.isDone() && link.join().gone()) {
          link = new CompletableFuture<>();
        }
        next = link;
      }
      try {
        Link open = next.get();
        if (!open.gone()) {
          return open;
        }
      } catch (ExecutionException e) {
        throw new Dead();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void leaseAll() {
    while (!dead) {
      Activation turn = call(new Call.Lease()).activation();
      Thread.ofVirtual().name("planned-turn").start(() -> quietly(() -> run(turn)));
    }
  }

  private void run(Activation turn) {
    try {
      int step = 1;
      while (call(new Call.Complete(turn.id(), turn.fence(), step))
          instanceof Answer.Run(List<ToolCall> calls)) {
        runAll(turn, step, calls);
        step++;
      }
    } catch (RuntimeClient.Refused e) {
      if (e.error().code() != WireError.Code.STALE_FENCE) {
        throw e;
      }
    } finally {
      held.remove(new Held(turn.id(), turn.fence()));
    }
  }

  private void runAll(Activation turn, int step, List<ToolCall> calls) {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (ToolCall call : calls) {
      CompletableFuture<Void> ended = new CompletableFuture<>();
      running.add(ended);
      Thread.ofVirtual()
          .name("planned-call")
          .start(
              () -> {
                try {
                  run(turn, step, call);
                  boolean unused = ended.complete(null);
                } catch (RuntimeException e) {
                  boolean unused = ended.completeExceptionally(e);
                }
              });
    }
    for (CompletableFuture<Void> ended : running) {
      try {
        Void unused = ended.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void run(Activation turn, int step, ToolCall call) {
    Call.Result result =
        new Call.Result(
            turn.id(), turn.fence(), step, EventBody.ToolResult.said(call, "out of " + call.id()));
    Optional<Answer.Done> done;
    boolean effect = true;
    do {
      if (effect) {
        effect(call);
      }
      done = ask(link(), result);
      effect = world.has(World.Defect.REPEATED_CALLS);
    } while (done.isEmpty());
  }

  private void effect(ToolCall call) {
    synchronized (world) {
      requireAlive();
      world.journal().add(Kind.EFFECT, call.id());
    }
  }
}
