package dev.otters.agents.create;

import dev.otters.resources.mcp.McpPrograms.Program;
import dev.otters.resources.provider.ResourceException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The servers of all agents that run or start, as many as there are places. Thread-safe. */
final class RunningServers {
  /** The limit on servers at the same time. */
  static final int ALL = 64;

  /** The limit on servers of one agent at the same time. */
  static final int OF_AGENT = 8;

  private final Map<UUID, Set<Place>> places = new HashMap<>();
  private boolean closed;

  /** The place of one server, which has a program once that runs. */
  private final class Place implements Program {
    private final UUID agent;
    private @Nullable Program program;
    private boolean over;

    private Place(UUID agent) {
      this.agent = agent;
    }

    /** Returns false if the server was ended while it started. */
    private synchronized boolean fill(Program started) {
      program = started;
      return !over;
    }

    private synchronized Optional<Program> end() {
      over = true;
      return Optional.ofNullable(program);
    }

    @Override
    public synchronized OutputStream input() {
      Program known = program;
      if (known == null) {
        throw new IllegalStateException("a server that does not run has no input");
      }
      return known.input();
    }

    @Override
    public synchronized boolean isCurrent() {
      Program known = program;
      return known == null || known.isCurrent();
    }

    @Override
    public void close() {
      try {
        end().ifPresent(Program::close);
      } finally {
        leave(this);
      }
    }
  }

  /**
   * Starts a server.
   *
   * @throws ResourceException if there is no place
   */
  Program start(UUID agent, Supplier<Program> start) {
    Place place = enter(agent);
    try {
      Program started = start.get();
      if (!place.fill(started)) {
        started.close();
      }
      return place;
    } catch (RuntimeException e) {
      leave(place);
      throw e;
    }
  }

  private synchronized Place enter(UUID agent) {
    int all = places.values().stream().mapToInt(Set::size).sum();
    Set<Place> own = places.getOrDefault(agent, Set.of());
    if (closed || all >= ALL || own.size() >= OF_AGENT) {
      throw ResourceException.refused("too many servers run now");
    }
    Place place = new Place(agent);
    places.computeIfAbsent(agent, _ -> new HashSet<>()).add(place);
    return place;
  }

  private synchronized void leave(Place place) {
    places.computeIfPresent(
        place.agent,
        (_, own) -> {
          own.remove(place);
          return own.isEmpty() ? null : own;
        });
  }

  /**
   * Ends the servers of an agent, and waits for their ends.
   *
   * @throws IllegalStateException when one does not end
   */
  void stop(UUID agent) {
    end(List.of(agent));
  }

  /** Ends all servers. No server starts after that. */
  void close() {
    List<UUID> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(places.keySet());
    }
    end(all);
  }

  private void end(List<UUID> agents) {
    List<Place> ending;
    synchronized (this) {
      ending =
          agents.stream()
              .flatMap(it -> Set.copyOf(places.getOrDefault(it, Set.of())).stream())
              .toList();
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Void>> ends =
          ending.stream().map(place -> CompletableFuture.runAsync(place::close, threads)).toList();
      CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw new IllegalStateException("a server did not end: " + e.getCause(), e);
    }
  }
}
