package dev.otters.resources.mcp;

import dev.otters.egress.AgentHttp;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceServers;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The servers of the Model Context Protocol. Sessions with the same grants share a connection, and
 * others do not. A connection that failed is not used again.
 */
public final class McpServers implements ResourceServers {
  private static final int MOST_CONNECTIONS = 256;
  private static final String MAYBE = ". It may or may not have happened. It was not repeated";

  private final BiFunction<UUID, URI, AgentHttp> lines;
  private final Function<String, Optional<String>> schemas;
  private final McpLimits limits;
  private final Map<Place, McpConnection> connections = new ConcurrentHashMap<>();
  private final Map<UUID, Semaphore> running = new ConcurrentHashMap<>();
  private final Listings listings;

  /**
   * A place where a connection is used.
   *
   * @param grants the grants of the sessions that use it; empty for a list of tools
   */
  private record Place(UUID agent, DeclaredResource resource, List<String> grants) {}

  /**
   * Creates servers without connections.
   *
   * @param lines returns what sends requests to a server for an agent, under its rules
   * @param schemas returns what is wrong with a JSON Schema; empty if nothing
   */
  public McpServers(
      BiFunction<UUID, URI, AgentHttp> lines,
      Function<String, Optional<String>> schemas,
      McpLimits limits) {
    this.lines = lines;
    this.schemas = schemas;
    this.limits = limits;
    this.listings = new Listings(this::list, limits);
  }

  @Override
  public Map<String, FoundTools> found(UUID agent, List<DeclaredResource> resources, boolean wait) {
    Map<String, FoundTools> found = new TreeMap<>();
    long deadline = System.nanoTime() + (wait ? limits.listing().toNanos() : 0);
    List<DeclaredResource> served =
        resources.stream().filter(it -> it.kind().equals(McpProvider.KIND)).toList();
    served.forEach(resource -> listings.begin(agent, resource));
    for (DeclaredResource resource : served) {
      Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
      found.put(resource.name(), listings.of(agent, resource, left));
    }
    return found;
  }

  private FoundTools list(UUID agent, DeclaredResource resource) throws McpFailure {
    McpSettings settings = McpSettings.of(resource);
    McpTools tools = new McpTools(settings.readTools(), limits.tools(), schemas);
    Allowance all = Allowance.ofList(limits);
    try (McpConnection connection = connect(agent, settings, all)) {
      return tools.of(connection.tools(limits.tools(), tools::listed));
    }
  }

  private McpConnection connect(UUID agent, McpSettings settings, Allowance allowance) {
    HttpTransport transport =
        new HttpTransport(
            lines.apply(agent, settings.url()), settings.url(), allowance, McpJson.MAPPER);
    return McpConnection.open(transport, limits.listing(), limits.call());
  }

  @Override
  public String call(UUID agent, Grants grants, DeclaredResource resource, Asked asked) {
    Semaphore slots = running.computeIfAbsent(agent, _ -> new Semaphore(limits.atOnce(), true));
    try {
      if (!slots.tryAcquire(limits.call().toMillis(), TimeUnit.MILLISECONDS)) {
        throw ResourceException.refused("too many calls of this agent run. It did not happen");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.refused("the call was stopped. It did not happen");
    }
    try {
      return call(new Place(agent, resource, grants.texts()), asked);
    } finally {
      slots.release();
    }
  }

  private String call(Place place, Asked asked) {
    McpConnection connection;
    try {
      connection = connection(place);
    } catch (McpFailure e) {
      throw ResourceException.refused(e.text() + ". The tool was not called");
    }
    try {
      return answer(
          connection.call(
              asked.tool(), McpJson.MAPPER.readValue(asked.inputJson(), McpJson.OBJECT)));
    } catch (IOException e) {
      throw ResourceException.refused("the input is not a JSON object");
    } catch (McpFailure e) {
      if (!e.isConnected()) {
        retire(place, connection);
      }
      throw ResourceException.refused(e.mayHaveHappened() ? e.text() + MAYBE : e.text());
    } finally {
      connection.end();
    }
  }

  private static String answer(McpSchema.CallToolResult result) {
    String text = McpText.answer(result);
    if (Boolean.TRUE.equals(result.isError())) {
      throw ResourceException.refused("its server says that it failed: " + McpText.complaint(text));
    }
    return text;
  }

  /** Returns a connection in use, which the caller ends. */
  private McpConnection connection(Place place) {
    McpConnection known = connections.get(place);
    if (known != null && known.begin()) {
      return known;
    }
    McpSettings settings = McpSettings.of(place.resource());
    McpConnection fresh = connect(place.agent(), settings, Allowance.ofCalls(limits));
    boolean unused = fresh.begin();
    if (connections.putIfAbsent(place, fresh) != null) {
      // Another call connected meanwhile. This connection is for this call only.
      fresh.close();
    }
    if (connections.size() > MOST_CONNECTIONS) {
      connections.entrySet().stream()
          .filter(open -> open.getValue().isIdle())
          .min(Comparator.comparing(open -> open.getValue().used()))
          .ifPresent(open -> retire(open.getKey(), open.getValue()));
    }
    return fresh;
  }

  /** Lets no further call use a connection. Those that do so end as they would. */
  private void retire(Place place, McpConnection connection) {
    boolean unused = connections.remove(place, connection);
    connection.close();
  }

  @Override
  public void forget(UUID agent) {
    listings.forget(agent);
    running.remove(agent);
    connections.forEach(
        (place, connection) -> {
          if (place.agent().equals(agent) && connections.remove(place, connection)) {
            connection.stop();
          }
        });
  }
}
