package dev.otters.resources.mcp;

import dev.otters.egress.AgentHttp;
import dev.otters.home.time.Time;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceServers;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
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
import java.util.function.UnaryOperator;

/**
 * The servers of the Model Context Protocol. Sessions with the same grants share a connection, and
 * others do not. A connection that failed is not used again.
 */
public final class McpServers implements ResourceServers, AutoCloseable {
  private static final String MAYBE = ". It may or may not have happened. It was not repeated";

  private final Ways ways;
  private final Function<String, Optional<String>> schemas;
  private final McpLimits limits;

  /** The calls of all agents, of which each may keep some megabytes of an answer. */
  private final Semaphore all = new Semaphore(McpLimits.CALLS, true);

  private final Map<UUID, Semaphore> running = new ConcurrentHashMap<>();
  private final Listings listings;
  private final Connections connections;

  /**
   * The ways to servers.
   *
   * @param lines returns what sends requests to a server for an agent, under its rules
   * @param programs starts servers that are BINs
   */
  public record Ways(BiFunction<UUID, URI, AgentHttp> lines, McpPrograms programs) {}

  /**
   * Creates servers without connections.
   *
   * @param schemas returns what is wrong with a JSON Schema; empty if nothing
   */
  public McpServers(
      Ways ways, Function<String, Optional<String>> schemas, McpLimits limits, Time time) {
    this.ways = ways;
    this.schemas = schemas;
    this.limits = limits;
    this.listings = new Listings(this::list, limits);
    this.connections =
        new Connections(
            place ->
                connect(
                    place.agent(),
                    McpSettings.of(place.resource()).server(),
                    Allowance.ofCalls(limits),
                    true),
            time);
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
    Allowance all = Allowance.ofList(patience(settings.server()));
    try (McpConnection connection = connect(agent, settings.server(), all, false)) {
      return tools.of(connection.tools(limits.tools(), tools::listed));
    }
  }

  private McpConnection connect(
      UUID agent, McpSettings.Server server, Allowance allowance, boolean forCalls) {
    Exchange exchange =
        switch (server) {
          case McpSettings.Server.Web(URI url) ->
              new WebExchange(ways.lines().apply(agent, url), url, allowance);
          case McpSettings.Server.Program(String bin, List<String> args) ->
              new ProgramExchange(
                  output ->
                      ways.programs()
                          .start(new McpPrograms.Order(agent, bin, args, forCalls), output),
                  allowance);
        };
    return McpConnection.open(
        new McpTransport(exchange, allowance), patience(server), limits.call());
  }

  private Duration patience(McpSettings.Server server) {
    return server instanceof McpSettings.Server.Program
        ? limits.listing().plus(limits.start())
        : limits.listing();
  }

  @Override
  public String call(UUID agent, Grants grants, DeclaredResource resource, Asked asked) {
    Semaphore own = running.computeIfAbsent(agent, _ -> new Semaphore(limits.atOnce(), true));
    take(own, "too many calls of this agent run");
    try {
      take(all, "too many calls of all agents run");
      try {
        return call(new Connections.Place(agent, resource, grants.texts()), asked);
      } finally {
        all.release();
      }
    } finally {
      own.release();
    }
  }

  private void take(Semaphore slots, String why) {
    try {
      if (!slots.tryAcquire(limits.call().toMillis(), TimeUnit.MILLISECONDS)) {
        throw ResourceException.refused(why + ". It did not happen");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ResourceException.refused("the call was stopped. It did not happen");
    }
  }

  /**
   * Calls a tool, on a second connection if its first did not take the call. Nothing tells that a
   * server has ended between two calls before the next one is written to it.
   */
  private String call(Connections.Place place, Asked asked) {
    for (int tries = 1; ; tries++) {
      McpConnection connection = connection(place, asked.hide());
      try {
        return answer(
            connection.call(
                asked.tool(), McpJson.MAPPER.readValue(asked.inputJson(), McpJson.OBJECT)),
            asked.hide());
      } catch (IOException e) {
        throw ResourceException.refused("the input is not a JSON object");
      } catch (McpFailure e) {
        if (!e.isConnected()) {
          connections.retire(place, connection);
        }
        if (e.kind() != McpFailure.Kind.UNREACHABLE || tries == 2) {
          String why = e.text(asked.hide());
          throw ResourceException.refused(e.mayHaveHappened() ? why + MAYBE : why);
        }
      } finally {
        connection.end();
      }
    }
  }

  private McpConnection connection(Connections.Place place, UnaryOperator<String> hide) {
    try {
      return connections.use(place);
    } catch (McpFailure e) {
      throw ResourceException.refused(e.text(hide) + ". The tool was not called");
    }
  }

  /** Hides the secrets before the text is cut, since a part of one would not be known as such. */
  private static String answer(McpSchema.CallToolResult result, UnaryOperator<String> hide) {
    String text = hide.apply(McpText.answer(result));
    if (Boolean.TRUE.equals(result.isError())) {
      throw ResourceException.refused("its server says that it failed: " + McpText.complaint(text));
    }
    return McpText.cut(text, McpLimits.ANSWER);
  }

  @Override
  public void rest(UUID agent) {
    listings.forget(agent);
    connections.retire(agent);
  }

  @Override
  public void forget(UUID agent) {
    listings.forget(agent);
    running.remove(agent);
    connections.stop(agent::equals);
    ways.programs().stop(agent);
  }

  /** Ends all connections. */
  @Override
  public void close() {
    connections.stop(_ -> true);
    ways.programs().close();
  }
}
