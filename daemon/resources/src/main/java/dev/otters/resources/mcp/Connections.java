package dev.otters.resources.mcp;

import dev.otters.home.time.Time;
import dev.otters.resources.provider.DeclaredResource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The connections that calls share, each for one place. Thread-safe. */
final class Connections {
  private final Function<Place, McpConnection> connect;
  private final Time time;
  private final Map<Place, CompletableFuture<McpConnection>> all = new ConcurrentHashMap<>();
  private final AtomicBoolean sweeping = new AtomicBoolean();

  /**
   * A place where a connection is used.
   *
   * @param grants the grants of the sessions that use it
   */
  record Place(UUID agent, DeclaredResource resource, List<String> grants) {
    private boolean isProgram() {
      return McpProvider.bin(resource).isPresent();
    }
  }

  Connections(Function<Place, McpConnection> connect, Time time) {
    this.connect = connect;
    this.time = time;
  }

  /**
   * Returns a connection in use, which the caller ends. Calls that come while one connects wait for
   * the same connection.
   *
   * @throws McpFailure if there is none
   */
  McpConnection use(Place place) {
    while (true) {
      CompletableFuture<McpConnection> mine = new CompletableFuture<>();
      CompletableFuture<McpConnection> known = all.putIfAbsent(place, mine);
      if (known == null) {
        return open(place, mine);
      }
      try {
        McpConnection connection = known.get();
        if (connection.begin()) {
          return connection;
        }
        retire(place, connection);
      } catch (CancellationException e) {
        // The call that connected was stopped. This one tries itself.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new McpFailure(McpFailure.Kind.UNREACHABLE, "the call was stopped");
      } catch (ExecutionException e) {
        throw e.getCause() instanceof McpFailure failure ? failure : new IllegalStateException(e);
      }
    }
  }

  private McpConnection open(Place place, CompletableFuture<McpConnection> mine) {
    makeRoom(place);
    try {
      McpConnection fresh = connect.apply(place);
      boolean unused = fresh.begin();
      mine.complete(fresh);
      if (all.get(place) != mine) {
        // The connections of the agent were ended meanwhile.
        fresh.close();
      }
      sweepLater();
      return fresh;
    } catch (RuntimeException | Error e) {
      all.remove(place, mine);
      if (Thread.currentThread().isInterrupted()) {
        mine.cancel(false);
      }
      mine.completeExceptionally(e);
      throw e;
    }
  }

  /** Closes the connections that were not used for the longest time, if there are too many. */
  private void makeRoom(Place coming) {
    if (coming.isProgram()) {
      closeOldest(McpLimits.PROGRAMS, it -> it.isProgram() && it.agent().equals(coming.agent()));
    }
    closeOldest(McpLimits.CONNECTIONS, _ -> true);
  }

  private void closeOldest(int most, Predicate<Place> which) {
    List<Place> places = all.keySet().stream().filter(which).toList();
    if (places.size() > most) {
      places.stream()
          .filter(place -> open(place).filter(McpConnection::isIdle).isPresent())
          .min(Comparator.comparing(place -> open(place).map(McpConnection::used).orElse(0L)))
          .ifPresent(place -> open(place).ifPresent(it -> retire(place, it)));
    }
  }

  private Optional<McpConnection> open(Place place) {
    return connected(all.get(place));
  }

  private static Optional<McpConnection> connected(@Nullable CompletableFuture<McpConnection> it) {
    return it != null && it.isDone() && !it.isCompletedExceptionally()
        ? Optional.of(it.join())
        : Optional.empty();
  }

  private void sweepLater() {
    if (sweeping.compareAndSet(false, true)) {
      Time.Timer unused = time.after(McpLimits.IDLE, this::sweep);
    }
  }

  /** Closes the connections that were not used since the last time. */
  private void sweep() {
    for (Place place : all.keySet()) {
      open(place).filter(McpConnection::isForgotten).ifPresent(it -> retire(place, it));
    }
    sweeping.set(false);
    if (!all.isEmpty()) {
      sweepLater();
    }
  }

  /** Lets no further call use a connection. Those that do so end as they would. */
  void retire(Place place, McpConnection connection) {
    all.computeIfPresent(
        place, (_, it) -> connected(it).filter(connection::equals).isPresent() ? null : it);
    connection.close();
  }

  /** Lets no further call use the connections of an agent. */
  void retire(UUID agent) {
    end(agent::equals, McpConnection::close);
  }

  /** Ends connections at once, and waits for their servers. */
  void stop(Predicate<UUID> agents) {
    end(agents, McpConnection::stop);
  }

  private void end(Predicate<UUID> agents, Consumer<McpConnection> how) {
    List<Place> places = all.keySet().stream().filter(it -> agents.test(it.agent())).toList();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Place place : places) {
        // One that connects now notices that it is not there any more.
        connected(all.remove(place)).ifPresent(it -> threads.execute(() -> how.accept(it)));
      }
    }
  }
}
