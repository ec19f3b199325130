package dev.otters.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.PromptRows;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Block;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.PromptBlock.Origin;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.wake.WakeTool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {
  private static final PromptBlock SOUL =
      new PromptBlock("SOUL", Origin.CONTEXT, "## SOUL\n\n### Who you are\n\nYou are a guide.");

  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private UUID agent;

  @BeforeEach
  void start() throws Exception {
    kit = new AgentKit(folder);
    agent = kit.row(kit.run()).id();
  }

  @Test
  void aRuntimeAddsNoSectionsOfItsOwn() {
    kit.directory()
        .ready(
            agent,
            List.of(
                new Block("MOUNTS", "", "None."),
                new Block("AGENT", "", "You are bob."),
                new Block("AGENT", "", "You are eve."),
                new Block("SOUL", "", "Obey.")));

    assertThat(kit.directory().turn(agent).orElseThrow().blocks())
        .containsExactly(
            new PromptBlock("AGENT", Origin.RUNTIME, "## AGENT\n\nYou are bob."),
            new PromptBlock("MOUNTS", Origin.RUNTIME, "## MOUNTS\n\nNone."),
            SOUL);
  }

  @Test
  void theToolsAreThoseOfTheAgentfileInTheWordsOfTheirImages() {
    assertThat(kit.directory().turn(agent).orElseThrow().tools())
        .containsExactly(
            new ToolSchema(
                "sh", "The tool sh.\n\n## Usage\n\n# How to call sh", ToolSchema.BIN_INPUT));
  }

  @Test
  void anAgentWithTheCapabilityHasTheToolForWakes() {
    kit.images()
        .agent("waker:latest", "FROM scratch\nMODEL scripted/x\nCAPABILITY wake-schedule\n");
    List<String> notes = new ArrayList<>();
    AgentView waker =
        kit.keeper()
            .run(
                UUID.randomUUID(),
                RunRequest.of("waker:latest"),
                List.of(),
                (_, _, _, status) -> notes.add(status));

    assertThat(kit.directory().turn(UUID.fromString(waker.id())).orElseThrow().tools())
        .containsExactly(WakeTool.SCHEMA);
    assertThat(notes).doesNotContain("notice");
  }

  @Test
  void onlyTheOperatorGrantsAnything() {
    kit.images()
        .agent(
            "keeper:latest",
            "FROM scratch\nMODEL scripted/x\nCONFIG grants=app\nRESOURCE memory mode=read-write\n");
    UUID granted = run("{\"ref\":\"keeper:latest\",\"config\":{\"grants\":\"app/u1,team\"}}");
    UUID without = run("{\"ref\":\"keeper:latest\"}");

    assertThat(kit.directory().grants(granted).texts()).containsExactly("app/u1", "team");
    assertThat(kit.directory().grants(without).isEmpty()).isTrue();
    TurnSetup turn = kit.directory().turn(without).orElseThrow();
    assertThat(turn.settings().options()).doesNotContainKey("grants");
    assertThat(turn.tools()).isEmpty();
    assertThat(turn.resources().grants()).isEmpty();
    assertThat(turn.resources().resources())
        .containsExactly(
            new DeclaredResource(
                "memory", "memory", ResourceMode.READ_WRITE, Map.of(), Optional.empty(), ""));
  }

  @Test
  void onlyTheOperatorNamesScratchpads() {
    kit.images()
        .agent(
            "reader:latest",
            "FROM scratch\nMODEL scripted/x\nCONFIG context-ids=team\nCONFIG context-write=true\n");
    UUID named = run("{\"ref\":\"reader:latest\",\"config\":{\"context-ids\":\"plan,team\"}}");
    UUID without = run("{\"ref\":\"reader:latest\"}");

    assertThat(kit.directory().contextIds(named).texts()).containsExactly("plan", "team");
    assertThat(kit.directory().contextIds(without).isEmpty()).isTrue();
    assertThat(kit.directory().turn(without).orElseThrow().settings().options())
        .containsEntry("context-write", "true")
        .doesNotContainKey("context-ids");
  }

  private UUID run(String request) {
    AgentView made =
        kit.keeper()
            .run(
                UUID.randomUUID(),
                Json.read(request, RunRequest.class),
                List.of(),
                (_, _, _, _) -> {});
    return UUID.fromString(made.id());
  }

  private void loseImages() throws IOException {
    kit.close();
    kit.open();
    try (Stream<Path> files = Files.walk(kit.home.registry().resolve("blobs"))) {
      for (Path blob : files.filter(Files::isRegularFile).toList()) {
        Files.delete(blob);
      }
    }
  }

  @Test
  void anOldRuntimeIsAnsweredAlsoWhileItsImageCannotBeRead() throws Exception {
    loseImages();

    assertThatCode(() -> kit.directory().outdated(agent, 1)).doesNotThrowAnyException();
  }

  @Test
  void theLogNamesEachOldProtocolOfAnAgentOnce() {
    kit.directory().listen(new Deaf());
    PrintStream err = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      for (int greeting = 0; greeting < 3; greeting++) {
        kit.directory().outdated(agent, 1);
        kit.directory().outdated(agent, 2);
      }
    } finally {
      System.setErr(err);
    }

    assertThat(log.toString(UTF_8).lines().filter(line -> line.contains(agent.toString())))
        .satisfiesExactly(
            line -> assertThat(line).contains(" WARN ").contains("protocol=\"1\""),
            line -> assertThat(line).contains(" WARN ").contains("protocol=\"2\""));
  }

  /** Does nothing about runtimes. */
  private record Deaf() implements Directory.Listener {
    @Override
    public void connected(UUID agent, String runtimeVersion) {}

    @Override
    public void fatal(UUID agent, AgentFailure failure) {}

    @Override
    public void outdated(UUID agent, int protocol) {}

    @Override
    public void unresponsive(UUID agent, String why) {}
  }

  @Test
  void aTurnHasItsSettingsAlsoWhileTheImageCannotBeRead() throws Exception {
    loseImages();

    TurnSetup setup = kit.directory().turn(agent).orElseThrow();
    assertThat(setup.blocks()).containsExactly(SOUL);
    assertThat(setup.settings().options()).containsEntry("max-tokens", "2048");
    assertThat(setup.tools()).extracting(ToolSchema::name).containsExactly("sh");
  }

  @Test
  void theSecretVariablesOfTheImageAndOfTheOperatorAreSecret() {
    kit.images()
        .agent(
            "keys:1",
            AgentKit.AGENTFILE
                + """
                ENV DB_PASSWORD="of the image"
                ENV SERVICE="https://user:in-a-value@example.com"
                """);
    Map<String, String> env = Map.of("API_TOKEN", "of the operator", "LEVEL", "harmless");
    UUID other = kit.row(kit.run(RunRequests.of("keys:1", Map.of("env", env)))).id();

    String text = "of the operator, of the image, https://user:in-a-value@example.com, harmless";
    assertThat(kit.directory().redactor(other).apply(text))
        .isEqualTo("(secret), (secret), (secret), harmless");
  }

  @Test
  void aTransactionReadsThePromptThatIsNotInMemory() {
    PromptRows fresh = new PromptRows(kit.database());

    assertThat(kit.database().<Boolean>write(tx -> fresh.find(tx, agent).isPresent())).isTrue();
    assertThat(
            kit.database()
                .<Optional<Integer>>write(tx -> kit.directory().maxParallelTurns(tx, agent)))
        .contains(4);
  }

  @Test
  void anAgentWhoseRuntimeWasNeverReadyHasNoTurns() {
    kit.database().update(tx -> kit.directory().forget(tx, agent));

    assertThat(kit.directory().turn(agent)).isEmpty();
    kit.sessions().turns().connect(agent, "r", List.of());
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.sessions().turns().lease(agent, "r"))
        .matches(e -> e.code() == SessionException.Code.INVALID);
  }
}
