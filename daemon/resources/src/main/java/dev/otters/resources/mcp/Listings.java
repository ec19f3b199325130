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
 * The lists of the tools of servers. A list is asked for again after a minute, that of a program
 * after ten, while the old one is used. After a failure the server is asked again after a while,
 * but by the next turn if the rules of the agent refused the connection. Turns wait only for a
 * server that was never asked. Thread-safe.
 */
final class Listings {
  private static final Logger LOG = LoggerFactory.getLogger(Listings.class);
  private static final Duration FRESH = Duration.ofMinutes(1);

  /** Each list of a program is a start of it, and it changes seldom. */
  private static final Duration FRESH_OF_PROGRAM = Duration.ofMinutes(10);

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
   * @param patience until when turns wait for it, in the nanoseconds of {@link System#nanoTime}
   */
  private record State(CompletableFuture<Listed> coming, FoundTools before, long patience) {}

  /**
   * A list.
   *
   * @param refused whether the server was not asked, since the rules of the agent do not allow it
   * @param again when to ask again, in the nanoseconds of {@link System#nanoTime}
   */
  private record Listed(FoundTools tools, boolean refused, long again) {}

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
            return ask(key, UNKNOWN, limits.listing());
          }
          if (!old.coming().isDone()) {
            return old;
          }
          Listed last = old.coming().join();
          Duration patience = last.refused() ? limits.listing() : Duration.ZERO;
          return System.nanoTime() - last.again() >= 0 ? ask(key, last.tools(), patience) : old;
        });
  }

  private State ask(Key key, FoundTools before, Duration patience) {
    CompletableFuture<Listed> coming = new CompletableFuture<>();
    Thread.ofVirtual().name("mcp-list").start(() -> coming.complete(listed(key)));
    return new State(coming, before, System.nanoTime() + patience.toNanos());
  }

  private Listed listed(Key key) {
    try {
      FoundTools tools = asked.apply(key.agent(), key.resource());
      boolean program = McpProvider.bin(key.resource()).isPresent();
      return listed(tools, program ? FRESH_OF_PROGRAM : FRESH);
    } catch (McpFailure e) {
      LOG.atInfo()
          .addKeyValue("agent", key.agent())
          .addKeyValue("resource", key.resource().name())
          .addKeyValue("why", e.text())
          .log("The tools of an MCP server could not be listed");
      FoundTools none = FoundTools.failed(e.text());
      return e.kind() == McpFailure.Kind.REFUSED
          ? new Listed(none, true, System.nanoTime())
          : listed(none, limits.retry());
    } catch (RuntimeException | Error e) {
      // An error, too, must end the waits of turns: a stranger's text may have caused it.
      LOG.atWarn().setCause(e).log("The list of an MCP server could not be used");
      return listed(FoundTools.failed("its tools cannot be listed"), limits.retry());
    }
  }

  private static Listed listed(FoundTools tools, Duration fresh) {
    return new Listed(tools, false, System.nanoTime() + fresh.toNanos());
  }

  /**
   * Returns what is known about the tools of a server that was asked.
   *
   * @param patience the time to wait at most for a server that was never asked before
   */
  FoundTools of(UUID agent, DeclaredResource resource, Duration patience) {
    State state = states.get(new Key(agent, resource));
    if (state == null) {
      return UNKNOWN;
    }
    long wait = Math.min(patience.toNanos(), state.patience() - System.nanoTime());
    try {
      return state.coming().get(Math.max(0, wait), TimeUnit.NANOSECONDS).tools();
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
