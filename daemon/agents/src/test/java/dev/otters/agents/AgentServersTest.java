package dev.otters.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.create.RunRequests;
import dev.otters.api.ApiException;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.executor.BinMount;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.testkit.FakeExecution;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.mcp.McpServers;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceServers.Asked;
import dev.otters.sessions.approval.Gate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents with BINs that serve their resources. */
class AgentServersTest extends AgentKitTest {
  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\")");
  private static final DeclaredResource PAPERS =
      new DeclaredResource(
          "papers",
          "mcp",
          ResourceMode.READ,
          Map.of("bin", "rg", "args", "--serve"),
          Optional.empty(),
          "");

  private final List<List<String>> commands = new CopyOnWriteArrayList<>();
  private final List<Map<String, String>> variables = new CopyOnWriteArrayList<>();
  private McpServers servers;

  private UUID run(String... lines) {
    kit.images().tool("rg", "tools/rg:1");
    kit.images()
        .agent(
            "papers:1",
            "FROM scratch\n"
                + "NAME papers\n"
                + "MODEL scripted/guide\n"
                + "BIN sh tools/sh:1\n"
                + "BIN rg tools/rg:1\n"
                + String.join("\n", lines)
                + "\n");
    kit.engine.execProgram(this::serve);
    servers = kit.agents().servers(kit.egress);
    AgentView agent = kit.run(RunRequests.of("papers:1", Map.of()));
    assertThat(kit.sandbox(agent).spec().tools().bins().stream().map(BinMount::name))
        .containsExactly("sh");
    return UUID.fromString(agent.id());
  }

  private UUID run() {
    return run("RESOURCE papers kind=mcp bin=rg args=--serve");
  }

  private int serve(FakeExecution program) throws IOException {
    commands.add(program.spec().command());
    variables.add(program.spec().environment());
    BufferedReader in = new BufferedReader(new InputStreamReader(program.in(), UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Matcher id = ID.matcher(line);
      if (line.contains("\"death\"")) {
        program.print(Stream.STDERR, "a line of many\n".repeat(100_000) + "no more");
        return 7;
      }
      if (id.find()) {
        String result =
            line.contains("\"initialize\"")
                ? "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
                    + "\"serverInfo\":{\"name\":\"t\",\"version\":\"1\"}}"
                : line.contains("\"tools/list\"")
                    ? "{\"tools\":[]}"
                    : "{\"content\":[{\"type\":\"text\",\"text\":\"found\"}]}";
        program.print(
            Stream.STDOUT,
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\n".formatted(id.group(1), result));
      }
    }
    return 0;
  }

  private String call(UUID agent, String tool) {
    return servers.call(
        agent, Grants.of(List.of("a")), PAPERS, new Asked(tool, "{}", UnaryOperator.identity()));
  }

  @AfterEach
  void end() {
    if (servers != null) {
      servers.close();
    }
  }

  private long runs() throws IOException {
    try (var roots = Files.list(kit.home.runs())) {
      return roots.count();
    }
  }

  private void awaitNone() throws IOException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (runs() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(runs()).isZero();
  }

  @Test
  void aServerRunsBesideTheAgentAndIsNoToolOfIt() throws IOException {
    UUID agent = run();
    assertThat(call(agent, "find")).isEqualTo("found");
    assertThat(call(agent, "find")).isEqualTo("found");
    assertThat(commands).containsExactly(List.of("/opt/bin-images/rg/rg", "--serve"));
    assertThat(runs()).isEqualTo(1);
    assertThat(kit.directory().turn(agent).orElseThrow().tools().stream().map(ToolSchema::name))
        .containsExactly("sh");
  }

  @Test
  void aServerThatDiesSaysWhyAndLeavesNothing() throws IOException {
    UUID agent = run();
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call(agent, "death"))
        .withMessageContaining("its server ended with exit code 7 and said ")
        .withMessageContaining("no more\"")
        .withMessageContaining("It may or may not have happened")
        .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(1000));
    awaitNone();
    assertThat(call(agent, "find")).isEqualTo("found");
  }

  @Test
  void aServerEndsWithItsAgent() throws Exception {
    UUID agent = run();
    call(agent, "find");
    kit.keeper().stop("papers", Duration.ofSeconds(1));
    awaitNone();
    kit.keeper().remove("papers", true, false);
    assertThat(runs()).isZero();
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call(agent, "find"))
        .withMessageContaining("the agent is being removed. The tool was not called");
  }

  @Test
  void aResourceIsGatedIfTheOperatorAsksForItOrItsBinHasAVault() {
    assertThat(gate(run()).has("papers")).isFalse();
    kit.images()
        .agent(
            "secret:1",
            """
            FROM scratch
            NAME secret
            MODEL scripted/guide
            BIN rg tools/rg:1
            RESOURCE papers kind=mcp bin=rg
            VAULT key ENV=KEY FOR=rg
            """);
    AgentView secret = kit.run(RunRequests.of("secret:1", Map.of()));
    assertThat(gate(UUID.fromString(secret.id())).has("papers")).isTrue();

    AgentView asked = kit.run(asking("papers, papers_find"));
    assertThat(gate(UUID.fromString(asked.id())).has("papers")).isTrue();
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> kit.run(asking("paper")))
        .withMessageContaining("the operator cannot be asked about paper: no such BIN");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> kit.run(asking("rg")))
        .withMessageContaining("rg, which serves a RESOURCE: name the RESOURCE");
  }

  @Test
  void aServerThatOnlyListsItsToolsGetsNoValueOfAVault() {
    UUID agent = run("RESOURCE papers kind=mcp bin=rg args=--serve", "VAULT key ENV=KEY FOR=rg");
    String value = "canary-3f1d77aa";
    kit.agents().vaults().vaults().set("key", value, kit.time.now());

    assertThat(servers.found(agent, List.of(PAPERS), true)).containsOnlyKeys("papers");
    assertThat(variables)
        .singleElement()
        .satisfies(it -> assertThat(it).doesNotContainKey("KEY").doesNotContainValue(value));

    assertThat(call(agent, "find")).isEqualTo("found");
    assertThat(variables.getLast()).containsEntry("KEY", value);
  }

  private static RunRequest asking(String names) {
    return RunRequests.of("papers:1", Map.of("name", "asked", "config", Map.of("ask-also", names)));
  }

  private Gate gate(UUID agent) {
    return Gate.of(kit.directory().turn(agent).orElseThrow().settings().options());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RESOURCE papers kind=mcp bin=git | there is no BIN git",
        "RESOURCE rg kind=mcp bin=rg      | the name of its bin",
        "RESOURCE p kind=mcp bin=rg url=http://x | either the url"
      })
  void aBinThatCannotServeIsRefusedWithTheAgent(String line, String why) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> run(line))
        .withMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"object\",\"properties\":7}",
        "{\"type\":\"object\",\"$ref\":\"https://example.com/s\"}",
        ToolSchema.BIN_INPUT
      })
  void aSchemaThatIsInvalidOrThatOfABinIsRefused(String schema) {
    assertThat(AgentServers.complaint(schema)).isPresent();
    assertThat(AgentServers.complaint("{\"type\":\"object\"}")).isEmpty();
  }
}
