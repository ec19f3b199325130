package dev.otters.resources.mcp;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.egress.HostRule;
import dev.otters.home.FastFolder;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceServers.Asked;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server of the protocol on this machine, and an agent that may reach it. */
abstract class McpBench {
  static final UUID AGENT = UUID.randomUUID();
  static final Grants ADA = Grants.of(List.of("app/user/ada"));
  static final Duration SHORT = Duration.ofMillis(700);
  static final McpLimits LIMITS =
      new McpLimits(
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ZERO,
          Duration.ZERO,
          64 << 10,
          4,
          2);

  final CountDownLatch over = new CountDownLatch(1);
  TestServer server;
  Database database;
  final ManualTime time = new ManualTime();
  AgentRefusals refusals;
  EgressServer egress;
  volatile List<HostRule> rules;

  @BeforeEach
  void start(@TempDir(factory = FastFolder.class) Path folder) throws IOException {
    server = new TestServer();
    rules = List.of(HostRule.parse(server.authority()));
    database = Database.open(folder.resolve("daemon.db"));
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'bob', 1, 1, '', 'READY',"
                    + " 1, 1, 0, 0, 0)",
                AGENT));
    refusals = new AgentRefusals(new AuditLog(database, time), time);
    egress = new EgressServer(database, refusals, time, 64L << 20);
  }

  @AfterEach
  void stop() {
    over.countDown();
    egress.close();
    server.close();
    database.close();
  }

  McpServers servers(McpLimits limits) {
    return new McpServers(
        new McpServers.Ways(
            (agent, url) ->
                egress.http(() -> new EgressAgent(agent, "otters update bob", rules), url),
            new ProcessPrograms(List.of())),
        schema -> schema.contains("\"$ref\"") ? Optional.of("no") : Optional.empty(),
        limits,
        time);
  }

  static McpLimits patience(Duration call) {
    return new McpLimits(call, call, Duration.ZERO, Duration.ofMinutes(1), 64 << 10, 4, 2);
  }

  DeclaredResource tickets() {
    return tickets(server.url());
  }

  static DeclaredResource tickets(String url) {
    Map<String, String> settings = Map.of("url", url, "read-tools", "find");
    return new DeclaredResource(
        "tickets", McpProvider.KIND, ResourceMode.READ, settings, Optional.empty(), "");
  }

  FoundTools found(McpServers servers) {
    return servers.found(AGENT, List.of(tickets()), true).get("tickets");
  }

  FoundTools found() {
    return found(servers(LIMITS));
  }

  String call(McpServers servers, String tool, String input) {
    return servers.call(AGENT, ADA, tickets(), new Asked(tool, input, UnaryOperator.identity()));
  }

  void assertRefused(McpServers servers, String why) {
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call(servers, "find", "{\"word\":\"x\"}"))
        .withMessageContaining(why);
  }

  static List<String> names(FoundTools found) {
    return found.tools().stream()
        .map(tool -> tool.tool().operation() + " " + tool.tool().mode())
        .toList();
  }

  static String tool(String name, String description, String schema) {
    return "{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":%s}"
        .formatted(name, description, schema);
  }
}
