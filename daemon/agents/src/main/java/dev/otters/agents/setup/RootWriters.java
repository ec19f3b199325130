package dev.otters.agents.setup;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The copies that write to the folders of agents. The removal of a folder ends them first, since it
 * could not empty a folder that is being filled. Safe for use by any thread.
 */
public final class RootWriters {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Map<UUID, Set<Writer>> writers = new HashMap<>();
  private final Set<UUID> removals = new HashSet<>();

  /** A copy in progress. Whoever began it closes it when nothing writes any more. */
  public final class Writer implements AutoCloseable {
    private final UUID agent;
    private final CompletableFuture<Void> unwanted = new CompletableFuture<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private Writer(UUID agent) {
      this.agent = agent;
    }

    /** Returns whether the agent is being removed. */
    public boolean isUnwanted() {
      return unwanted.isDone();
    }

    /** Sets what makes the copy end when the agent is removed. */
    public void onRemoval(Runnable end) {
      var _ = unwanted.thenRun(end);
    }

    @Override
    public void close() {
      ended.countDown();
      closed(this);
    }
  }

  /** Begins a copy; empty if the agent is being removed. */
  public synchronized Optional<Writer> begin(UUID agent) {
    if (removals.contains(agent)) {
      return Optional.empty();
    }
    Writer writer = new Writer(agent);
    writers.computeIfAbsent(agent, _ -> new HashSet<>()).add(writer);
    return Optional.of(writer);
  }

  /** Ends the copies into an agent, and begins no other until the removal has ended. */
  void remove(UUID agent, Runnable removal) {
    List<Writer> open;
    synchronized (this) {
      removals.add(agent);
      open = List.copyOf(writers.getOrDefault(agent, Set.of()));
    }
    try {
      open.forEach(writer -> writer.unwanted.complete(null));
      for (Writer writer : open) {
        await(writer);
      }
      removal.run();
    } finally {
      synchronized (this) {
        removals.remove(agent);
      }
    }
  }

  private static void await(Writer writer) {
    try {
      if (!writer.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "a copy into agent " + writer.agent + " does not end: its disk does not answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the removal was interrupted", e);
    }
  }

  private synchronized void closed(Writer writer) {
    writers.computeIfPresent(
        writer.agent,
        (_, open) -> {
          open.remove(writer);
          return open.isEmpty() ? null : open;
        });
  }
}
