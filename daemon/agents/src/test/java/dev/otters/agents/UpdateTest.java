package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.KillBefore.Killed;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StepListener;
import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.oci.Progress;
import dev.otters.protocol.Activation;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTest extends AgentKitTest {
  private static final String RUN =
      """
      {"ref": "guide:1", "env": {"LEVEL": "info"}, "labels": {"team": "a"}}
      """;

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private AgentView agent;
  private UUID id;

  @BeforeEach
  void run() {
    agent = kit.run(Json.read(RUN, RunRequest.class));
    id = UUID.fromString(agent.id());
  }

  private AgentView update(String json) throws InterruptedException {
    return kit.keeper()
        .update("guide", Json.read(json, UpdateRequest.class), List.of(), Progress.NONE);
  }

  private AgentSpec spec() {
    return kit.row(agent).spec();
  }

  /** Sends a message and leases its turn as the agent's runtime. */
  private Activation turn(String message) throws InterruptedException {
    long _ =
        kit.sessions()
            .service()
            .appendUserMessage(id, new SessionId(message), message, "hello", tx -> {});
    List<String> _ = kit.sessions().turns().connect(id, "runtime", List.of());
    return kit.sessions().turns().lease(id, "runtime");
  }

  private void answer(Activation turn) {
    kit.sessions().turns().ack(id, turn.id(), turn.fence(), new Outcome.Answered("done"));
  }

  /** Begins a change, which waits for a turn. */
  private CompletableFuture<AgentView> begin(String json) {
    UpdateRequest request = Json.read(json, UpdateRequest.class);
    Progress note = (item, done, total, phase) -> notes.add(phase + ": " + item);
    CompletableFuture<AgentView> changed =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return kit.keeper().update("guide", request, List.of(), note);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    AgentKit.eventually("it says what it waits for", () -> !notes.isEmpty());
    return changed;
  }

  @Test
  void modelSettingsLabelsAndPolicyChangeWithoutANewSandbox() throws Exception {
    var sandbox = kit.sandbox(agent);
    AgentView after =
        update(
            """
            {"model": "scripted/other", "config": {"max_tokens": "7", "trace": "off"},
             "labels": {"tier": "1"}, "labelsRemove": ["team"], "restart": "no"}
            """);

    assertThat(after.id()).isEqualTo(agent.id());
    assertThat(after.model()).isEqualTo("scripted/other");
    assertThat(after.contents().labels()).isEqualTo(Map.of("tier", "1"));
    assertThat(after.limits().restart()).isEqualTo("no");
    assertThat(after.contents().configs()).containsEntry("max-tokens", 7L);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    var next = kit.directory().turn(id).orElseThrow().settings();
    assertThat(next.model()).isEqualTo("scripted/other");
    assertThat(next.options()).containsEntry("max-tokens", "7").containsEntry("trace", "off");
  }

  @Test
  void aSettingInAnotherSpellingReplacesTheEarlierOne() throws Exception {
    AgentView _ = update("{\"config\": {\"max-tokens\": \"1\"}}");
    AgentView _ = update("{\"config\": {\"max_tokens\": \"2\"}}");
    AgentView _ = update("{\"config\": {\"max-tokens\": \"3\"}}");

    assertThat(spec().given()).isEqualTo(Map.of("max-tokens", "3"));
  }

  @Test
  void aRunningTurnKeepsItsModelAndSettings() throws Exception {
    Activation running = turn("m1");
    AgentView _ = update("{\"model\": \"scripted/other\", \"config\": {\"max-tokens\": \"7\"}}");

    assertThat(context()).contains("scripted/guide").contains("2048").doesNotContain("other");
    answer(running);
    answer(turn("m2"));
    assertThat(context()).contains("scripted/other").contains("\"max-tokens\":\"7\"");
  }

  /** Returns the context of the newest turn. */
  private String context() {
    return kit.database()
        .read(
            rows ->
                rows.first(
                    "SELECT b.body FROM activations a JOIN blobs b ON b.hash = a.context ORDER BY"
                        + " a.key DESC LIMIT 1",
                    row -> row.text("body")))
        .orElseThrow();
  }

  @Test
  void variablesLimitsAndMountsComeWithANewSandboxAndTheWorkspaceStays() throws Exception {
    Path mounted = Files.createDirectory(folder.resolve("docs"));
    Files.writeString(kit.root(agent).resolve("workspace/kept"), "kept");
    var sandbox = kit.sandbox(agent);
    AgentView after =
        update(
            """
            {"env": {"COLOUR": "red"}, "envRemove": ["LEVEL"], "memory": 536870912,
             "mounts": [{"source": "%s", "target": "docs", "readOnly": true}]}
            """
                .formatted(mounted.toRealPath()));

    assertThat(after.state().status()).isEqualTo(AgentStatus.READY);
    assertThat(kit.sandbox(agent)).isNotSameAs(sandbox);
    assertThat(kit.sandbox(agent).spec().limits().memoryBytes()).isEqualTo(536870912);
    assertThat(kit.sandbox(agent).spec().limits().cpus()).isEqualTo(sandbox.spec().limits().cpus());
    assertThat(kit.sandbox(agent).spec().mounts()).hasSize(1);
    assertThat(kit.setups.getLast().envs())
        .extracting(AgentSetup.Env::key)
        .containsExactly("GREETING", "API_TOKEN", "COLOUR");
    assertThat(kit.root(agent).resolve("workspace/kept")).hasContent("kept");
    assertThat(kit.row(agent).restarts()).isZero();

    AgentView _ = update("{\"mountsRemove\": [\"docs/\"]}");
    assertThat(kit.sandbox(agent).spec().mounts()).isEmpty();
  }

  @Test
  void aNewImageBringsItsToolsTextsAndModelAndTheRestStays() throws Exception {
    kit.images().tool("two", "tools/two:1");
    kit.images()
        .agent(
            "guide:2",
            AgentKit.AGENTFILE
                .replace("scripted/guide", "scripted/newer")
                .replace("You are a guide.", "You are newer.")
                .replace("BIN sh tools/sh:1", "BIN two tools/two:1"));
    Files.writeString(kit.root(agent).resolve("workspace/kept"), "kept");

    AgentView after = update("{\"image\": \"guide:2\"}");

    assertThat(after.id()).isEqualTo(agent.id());
    assertThat(after.name()).isEqualTo("guide");
    assertThat(after.image().ref()).isEqualTo("guide:2");
    assertThat(after.model()).isEqualTo("scripted/newer");
    assertThat(after.contents().tools()).extracting(tool -> tool.name()).containsExactly("two");
    assertThat(after.contents().labels()).containsEntry("team", "a");
    assertThat(kit.root(agent).resolve("opt/bins").toFile().list()).containsExactly("two");
    assertThat(kit.root(agent).resolve("etc/context/SOUL.md")).hasContent("You are newer.");
    assertThat(kit.root(agent).resolve("workspace/kept")).hasContent("kept");
    assertThat(kit.directory().turn(id).orElseThrow().tools())
        .extracting(tool -> tool.name())
        .containsExactly("two");
  }

  @Test
  void aModelThatTheOperatorChoseStaysWithANewImage() throws Exception {
    AgentView _ = update("{\"model\": \"scripted/mine\"}");
    kit.images().agent("guide:2", AgentKit.AGENTFILE.replace("scripted/guide", "scripted/newer"));
    assertThat(update("{\"image\": \"guide:2\"}").model()).isEqualTo("scripted/mine");
  }

  @Test
  void anImageThatCannotRunIsRefused() throws Exception {
    AgentSpec before = spec();
    kit.images().agent("guide:2", AgentKit.AGENTFILE + "CONFIG region!\n");
    kit.images().agent("guide:3", AgentKit.AGENTFILE + "BIN none tools/none:1\n");
    for (String image : List.of("guide:2", "guide:3", "guide:4", "a b")) {
      assertThatThrownBy(() -> update("{\"image\": \"" + image + "\"}")).isNotNull();
      assertThat(spec()).isEqualTo(before);
    }
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
  }

  @Test
  void aMountWithTheTargetOfAnotherReplacesIt() throws Exception {
    for (String name : List.of("one", "two")) {
      String source = Files.createDirectory(folder.resolve(name)).toRealPath().toString();
      AgentView _ =
          update(
              "{\"mounts\": [{\"source\": \"%s\", \"target\": \"/d\", \"readOnly\": true}]}"
                  .formatted(source));
    }

    assertThat(spec().mounts()).singleElement().matches(mount -> mount.source().endsWith("/two"));
  }

  @Test
  void aChangeThatNeedsANewSandboxWaitsForTheRunningTurnAndSaysSo() throws Exception {
    Activation running = turn("m1");
    var sandbox = kit.sandbox(agent);
    CompletableFuture<AgentView> changed = begin("{\"pids\": 99}");
    assertThat(notes)
        .containsExactly(
            "notice: the change needs a new sandbox, and waits until no turn is running");
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    assertThat(spec().limits().pids()).isNotEqualTo(99);
    long _ =
        kit.sessions()
            .service()
            .appendUserMessage(
                id, new SessionId("m2"), "m2", "hello", tx -> kit.keeper().admit(id));
    answer(running);

    assertThat(changed.get(20, TimeUnit.SECONDS).limits().limits().pids()).isEqualTo(99);
    assertThat(kit.sandbox(agent)).isNotSameAs(sandbox);
    List<String> _ = kit.sessions().turns().connect(id, "runtime", List.of());
    assertThat(kit.sessions().turns().lease(id, "runtime").session())
        .as("the message that came meanwhile starts in the new sandbox")
        .isEqualTo("m2");
  }

  @Test
  void theTurnsOfAnAgentStartAgainIfAChangeThatWaitedIsRefused() throws Exception {
    Activation running = turn("m1");
    Path source = Files.createDirectory(folder.resolve("docs"));
    String mount = "{\"source\": \"%s\", \"target\": \"/d\", \"readOnly\": true}";
    CompletableFuture<AgentView> changed =
        begin(("{\"mounts\": [" + mount + "]}").formatted(source.toRealPath()));
    Files.delete(source);
    answer(running);

    assertThatThrownBy(() -> changed.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("docs");
    assertThat(spec().mounts()).isEmpty();
    answer(turn("m2"));
  }

  @Test
  void aStoppedAgentHasTheChangeAtItsNextStart() throws Exception {
    kit.keeper().stop("guide", Duration.ZERO);

    assertThat(update("{\"pids\": 99, \"env\": {\"A\": \"b\"}}").state().status())
        .isEqualTo(AgentStatus.STOPPED);
    kit.keeper().start("guide", Progress.NONE);
    assertThat(kit.sandbox(agent).spec().limits().pids()).isEqualTo(99);
    assertThat(kit.setups.getLast().envs()).extracting(AgentSetup.Env::key).contains("A");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"envRemove": ["NO"]}                                 | --env-rm 'NO': the operator gave it none
          {"env": {"A": "b"}, "envRemove": ["A"]}               | -e and --env-rm both name 'A'
          {"labelsRemove": ["x"], "envRemove": ["y"]}           | --env-rm 'y': the operator gave it none; --label-rm 'x'
          {"mountsRemove": ["/nothing"]}                        | --mount-rm '/nothing': there is no such mount
          {"model": "none"}                                     | model 'none'
          {"env": {"": "x"}}                                    | environment key ''
          {"config": {"trace": "loud"}}                         | CONFIG trace must be full, redacted, sizes or off
          {"config": {"budget-day-tokens": "many"}}             | CONFIG budget-day-tokens must be
          {"restart": "sometimes"}                              | 'sometimes' is not a restart policy
          {"mounts": [{"source": "/proc", "target": "/data"}]}  | /proc
          """)
  void aRefusedChangeLeavesTheAgentAsItWas(String json, String why) {
    AgentSpec before = spec();
    String all = json.replaceFirst("\\{", "{\"pids\": 99, ");

    assertThatThrownBy(() -> update(all)).hasMessageContaining(why);
    assertThat(spec()).isEqualTo(before);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
  }

  @Test
  void anAgentThatDoesNotStartWithItsNewSettingsGetsTheOldOnesBack() throws Exception {
    AgentSpec before = spec();
    kit.engine.program(
        sandbox -> {
          if (sandbox.spec().limits().pids() == 99) {
            sandbox.printError("no threads");
            return 1;
          }
          return kit.becomeReady(sandbox);
        });

    assertThatThrownBy(() -> update("{\"pids\": 99, \"model\": \"scripted/other\"}"))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.problem().detail()).contains("no threads"));
    assertThat(spec()).isEqualTo(before);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
    assertThat(kit.keeper().inspect("guide").model()).isEqualTo("scripted/guide");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recheck mounts",
        "write etc",
        "create sandbox",
        "start sandbox",
        "wait until ready"
      })
  void theNextDaemonCompletesAChange(String step) throws Exception {
    kit.steps = new KillBefore(step, 1);
    assertThatThrownBy(() -> update("{\"pids\": 99, \"model\": \"scripted/other\"}"))
        .isInstanceOf(Killed.class);
    kit.steps = StepListener.NONE;
    kit.close();
    kit.open();

    kit.awaitState(agent, Lifecycle.Ready.class);
    assertThat(spec().model()).isEqualTo("scripted/other");
    assertThat(kit.sandbox(agent).spec().limits().pids()).isEqualTo(99);
  }

  @Test
  void anUnknownAgentCannotBeChanged() {
    assertThatThrownBy(
            () ->
                kit.keeper()
                    .update(
                        "nobody", Json.read("{}", UpdateRequest.class), List.of(), Progress.NONE))
        .hasMessageContaining("nobody");
  }
}
