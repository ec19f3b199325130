package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.FileDrafts;
import dev.otters.bench.run.McpEcho;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.egress.HostRule;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.mcp.McpLimits;
import dev.otters.resources.mcp.McpProvider;
import dev.otters.resources.mcp.McpServers;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceServers.Asked;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Measures calls of an MCP server through the provider and directly. */
final class McpCalls {
  static final int CALLS = 500;

  private static final int WARM_UPS = 200;
  private static final double MOST_MORE = 2;
  private static final Grants GRANTS = Grants.of(List.of("bench"));
  private static final JsonSchemaValidator NO_CHECK =
      (schema, content) -> JsonSchemaValidator.ValidationResponse.asValid("");

  private McpCalls() {}

  static List<Figure> figures() throws IOException {
    try (FileDrafts home = FileDrafts.create();
        McpEcho echo = McpEcho.open();
        EgressServer egress = egress(home)) {
      EgressAgent agent =
          new EgressAgent(FileDrafts.AGENT, "otters", List.of(HostRule.parse(echo.authority())));
      McpServers servers =
          new McpServers(
              new McpServers.Ways((_, url) -> egress.http(() -> agent, url), echo),
              _ -> Optional.empty(),
              McpLimits.USUAL,
              home.time());
      String host = "http://" + echo.authority();
      List<Figure> figures = new ArrayList<>();
      figures.addAll(
          figures(
              "MCP call over HTTP",
              servers,
              resource(Map.of("url", host + "/mcp")),
              HttpClientStreamableHttpTransport.builder(host).endpoint("/mcp").build()));
      figures.addAll(
          figures(
              "MCP call of a program",
              servers,
              resource(Map.of("bin", "sh")),
              new StdioClientTransport(
                  ServerParameters.builder(McpEcho.COMMAND.getFirst())
                      .args(McpEcho.COMMAND.subList(1, McpEcho.COMMAND.size()))
                      .build(),
                  McpJsonDefaults.getMapper())));
      servers.rest(FileDrafts.AGENT);
      return figures;
    }
  }

  private static EgressServer egress(FileDrafts home) {
    AgentRefusals refusals =
        new AgentRefusals(new AuditLog(home.database(), home.time()), home.time());
    return new EgressServer(home.database(), refusals, home.time(), Long.MAX_VALUE);
  }

  private static DeclaredResource resource(Map<String, String> settings) {
    return new DeclaredResource(
        "echo", McpProvider.KIND, ResourceMode.READ_WRITE, settings, Optional.empty(), "");
  }

  private static List<Figure> figures(
      String name, McpServers servers, DeclaredResource resource, McpClientTransport transport) {
    List<Double> ours = new ArrayList<>();
    List<Double> direct = new ArrayList<>();
    List<Double> more = new ArrayList<>();
    try (McpSyncClient client = McpClient.sync(transport).jsonSchemaValidator(NO_CHECK).build()) {
      McpSchema.InitializeResult unused = client.initialize();
      for (int call = -WARM_UPS; call < CALLS; call++) {
        double one = provider(servers, resource);
        double other = sdk(client);
        if (call >= 0) {
          ours.add(one);
          direct.add(other);
          more.add(one - other);
        }
      }
    }
    return List.of(
        Figure.of(name, millis(ours)).against("client of the SDK", millis(direct)),
        Figure.of("the same, in addition", millis(more)).goal(new Goal.AtMost(MOST_MORE)));
  }

  private static double provider(McpServers servers, DeclaredResource resource) {
    long begin = System.nanoTime();
    String said =
        servers.call(
            FileDrafts.AGENT,
            GRANTS,
            resource,
            new Asked(McpEcho.TOOL, "{\"a\":1}", UnaryOperator.identity()));
    double millis = Clock.millisSince(begin);
    if (!said.equals("done")) {
      throw new IllegalStateException("the server said " + said);
    }
    return millis;
  }

  private static double sdk(McpSyncClient client) {
    long begin = System.nanoTime();
    McpSchema.CallToolResult result =
        client.callTool(
            McpSchema.CallToolRequest.builder(McpEcho.TOOL).arguments(Map.of("a", 1)).build());
    double millis = Clock.millisSince(begin);
    if (result.content().size() != 1) {
      throw new IllegalStateException("the server said " + result);
    }
    return millis;
  }

  private static Quantity millis(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
