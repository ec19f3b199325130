package dev.otters.resources.mcp;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lists of the tools of servers. A list is asked for again after a minute, while the old one is
 * used. A failed one is asked for again by the next turn, but a server that did not answer in time
 * only after a while. Thread-safe.
 */
final class Listings {
  private static final Logger LOG = LoggerFactory.getLogger(Listings.class);
  private static final Duration FRESH = Duration.ofMinutes(1);
  private static final FoundTools UNKNOWN =
      FoundTools.failed("its server has not answered yet, so it has no tools in this turn");

  private final BiFunction<UUID, DeclaredResource, FoundTools> asked;
  private final McpLimits limits;
  private final Map<Key, State> states = new ConcurrentHashMap<>();

  private record Key(UUID agent, DeclaredResource resource) {}

  /**
   * The knowledge about a server.
   *
   * @param coming the list that is being asked for, or that was asked for last
   * @param before the list before that one
   */
  private record State(CompletableFuture<Listed> coming, FoundTools before) {}

  /**
   * A list.
   *
   * @param again when to ask again, in the nanoseconds of {@link System#nanoTime}
   */
  private record Listed(FoundTools tools, long again) {}

  /**
   * Creates an empty collection.
   *
   * @param asked asks a server
   */
  Listings(BiFunction<UUID, DeclaredResource, FoundTools> asked, McpLimits limits) {
    this.asked = asked;
    this.limits = limits;
  }

  /** Asks a server if its list is unknown or old, and does not wait. */
  void begin(UUID agent, DeclaredResource resource) {
    Key key = new Key(agent, resource);
    states.compute(
        key,
        (_, old) -> {
          if (old == null) {
            return ask(key, UNKNOWN);
          }
          if (!old.coming().isDone()) {
            return old;
          }
          Listed last = old.coming().join();
          return System.nanoTime() - last.again() >= 0 ? ask(key, last.tools()) : old;
        });
  }

  private State ask(Key key, FoundTools before) {
    CompletableFuture<Listed> coming = new CompletableFuture<>();
    Thread.ofVirtual().name("mcp-list").start(() -> coming.complete(listed(key)));
    return new State(coming, before);
  }

  private Listed listed(Key key) {
    try {
      FoundTools tools = asked.apply(key.agent(), key.resource());
      return new Listed(tools, System.nanoTime() + FRESH.toNanos());
    } catch (McpFailure e) {
      LOG.atInfo()
          .addKeyValue("agent", key.agent())
          .addKeyValue("resource", key.resource().name())
          .addKeyValue("why", e.text())
          .log("The tools of an MCP server could not be listed");
      Duration wait = e.kind() == McpFailure.Kind.LATE ? limits.retry() : Duration.ZERO;
      return new Listed(FoundTools.failed(e.text()), System.nanoTime() + wait.toNanos());
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("The list of an MCP server could not be used");
      return new Listed(FoundTools.failed("its tools cannot be listed"), System.nanoTime());
    }
  }

  /**
   * Returns what is known about the tools of a server that was asked.
   *
   * @param patience the time to wait if nothing usable is known
   */
  FoundTools of(UUID agent, DeclaredResource resource, Duration patience) {
    State state = states.get(new Key(agent, resource));
    if (state == null) {
      return UNKNOWN;
    }
    boolean usable = !state.before().tools().isEmpty();
    try {
      return state.coming().get(usable ? 0 : patience.toNanos(), TimeUnit.NANOSECONDS).tools();
    } catch (TimeoutException e) {
      return state.before();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return state.before();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a list of tools must end", e);
    }
  }

  void forget(UUID agent) {
    states.keySet().removeIf(key -> key.agent().equals(agent));
  }
}
