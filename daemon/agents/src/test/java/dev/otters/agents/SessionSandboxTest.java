package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.ApiException;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.oci.Progress;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.sessions.catalog.CatalogFile;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.outcome.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions with a sandbox of their own. */
class SessionSandboxTest extends AgentKitTest {
  private static final Duration LONG = Duration.ofMinutes(6);

  private AgentView agent;
  private int messages;

  @BeforeEach
  void anAgentWithASharedSession() {
    agent = kit.run();
    say("ada", "");
  }

  private static UUID id(AgentView view) {
    return UUID.fromString(view.id());
  }

  private void say(String session, String grants) {
    long _ =
        kit.sessions()
            .service()
            .append(
                id(agent),
                new SessionId(session),
                new NewMessage(
                    "m" + ++messages,
                    "Go",
                    List.of(),
                    Optional.empty(),
                    Optional.of(Grants.parse(grants))),
                _ -> {});
  }

  private List<Agent> own() {
    return kit.rows().ofSessions(id(agent));
  }

  private long running() {
    return own().stream().filter(row -> row.state() instanceof Lifecycle.Ready).count();
  }

  private void awaitRunning(long count) {
    AgentKit.eventually(count + " sandboxes run", () -> running() == count);
  }

  private FakeSandbox sandbox(Agent row) {
    return kit.engine.sandbox(row.id()).orElseThrow();
  }

  /** Answers the turn that a sandbox has, in the place of its runtime. */
  private void answer(UUID sandbox) throws InterruptedException {
    List<String> _ = kit.sessions().turns().connect(sandbox, "test", List.of());
    Activation turn = kit.sessions().turns().lease(sandbox, "test");
    kit.sessions().turns().ack(id(agent), turn.id(), turn.fence(), new Outcome.Answered("done"));
  }

  /** Lets time pass until no sandbox of a session runs. */
  private void awaitIdle() {
    AgentKit.eventually(
        "the sandbox is stopped",
        () -> {
          kit.time.advance(LONG);
          return own().getFirst().state() instanceof Lifecycle.Stopped;
        });
  }

  @Test
  void aSessionWithOtherGrantsGetsARootAndASandboxOfItsOwn() {
    say("bob", "app/bob");
    awaitRunning(1);

    Agent bob = own().getFirst();
    assertThat(bob.session().orElseThrow().session()).isEqualTo("bob");
    assertThat(sandbox(bob).spec().root())
        .isEqualTo(kit.home.agentRoot(bob.id()))
        .isNotEqualTo(kit.root(agent));
    assertThat(sandbox(bob).spec().mounts())
        .extracting(OperatorMount::host, OperatorMount::target, OperatorMount::readOnly)
        .containsExactly(
            tuple(kit.root(agent).resolve("substrate"), "/workspace/agent", true),
            tuple(kit.root(agent).resolve("learnings"), "/memory/learnings", true));
    assertThat(kit.setups.getLast().identity().name()).isEqualTo("guide");
    assertThat(kit.setups.getLast().identity().id()).isEqualTo(agent.id());
    assertThat(kit.keeper().list(true).agents()).hasSize(1);
  }

  @Test
  void itStopsAfterATimeWithoutWorkAndStartsAgainWithTheNextMessage() throws Exception {
    say("bob", "app/bob");
    awaitRunning(1);
    Files.writeString(sandbox(own().getFirst()).spec().root().resolve("workspace/mine"), "kept");
    answer(own().getFirst().id());

    awaitIdle();
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
    say("bob", "app/bob");

    awaitRunning(1);
    assertThat(sandbox(own().getFirst()).spec().root().resolve("workspace/mine")).exists();
  }

  @Test
  void itStopsAndStartsWithItsAgent() {
    say("bob", "app/bob");
    awaitRunning(1);

    var _ = kit.keeper().stop("guide", Duration.ZERO);
    assertThat(own().getFirst().state()).isInstanceOf(Lifecycle.Stopped.class);
    assertThat(kit.engine.sandbox(own().getFirst().id())).isEmpty();
    var _ = kit.keeper().start("guide", Progress.NONE);
    awaitRunning(1);

    var _ = kit.keeper().kill("guide");
    assertThat(own().getFirst().state()).isInstanceOf(Lifecycle.Stopped.class);
  }

  @Test
  void aRestartedAgentGivesItANewDefinition() {
    say("bob", "app/bob");
    awaitRunning(1);
    String before = own().getFirst().sandbox().orElseThrow();

    var _ = kit.keeper().restart("guide", Duration.ZERO, Progress.NONE);

    AgentKit.eventually(
        "the session has another sandbox",
        () ->
            own().getFirst().state() instanceof Lifecycle.Ready
                && !own().getFirst().sandbox().equals(Optional.of(before)));
  }

  @Test
  void itGoesWithItsSession() {
    say("bob", "app/bob");
    awaitRunning(1);
    Agent bob = own().getFirst();

    kit.sessions().removal().remove(id(agent), new SessionId("bob"), true);

    AgentKit.eventually("it is gone", () -> own().isEmpty());
    assertThat(kit.home.agentRoot(bob.id())).doesNotExist();
  }

  @Test
  void itGoesWithItsAgent() throws IOException {
    say("bob", "app/bob");
    awaitRunning(1);

    kit.keeper().remove("guide", true, false);

    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void theNextDaemonAdoptsIt() throws IOException {
    say("bob", "app/bob");
    awaitRunning(1);
    FakeSandbox before = sandbox(own().getFirst());

    kit.close();
    kit.open();

    awaitRunning(1);
    assertThat(sandbox(own().getFirst())).isSameAs(before);
    assertThat(before.isAsked()).isFalse();
  }

  @Test
  void theLongestIdleOneMakesRoomForAnother() throws Exception {
    for (int number = 1; number <= 9; number++) {
      say("s" + number, "app/" + number);
    }
    awaitRunning(8);
    Agent one =
        own().stream()
            .filter(row -> row.state() instanceof Lifecycle.Ready)
            .findFirst()
            .orElseThrow();
    answer(one.id());

    AgentKit.eventually(
        "the ninth one runs",
        () -> {
          kit.time.advance(Duration.ofSeconds(2));
          return running() == 8
              && own().size() == 9
              && kit.rows().find(one.id()).orElseThrow().state() instanceof Lifecycle.Stopped;
        });
  }

  private List<String> sources(String session) {
    return kit.directory().attachments(id(agent), new SessionId(session)).stream()
        .map(Attachment::source)
        .toList();
  }

  private Seen look(String session, String path) {
    return kit.directory().file(id(agent), new SessionId(session), path, Map.of());
  }

  private Ran check(String session) {
    return kit.directory().program(id(agent), new SessionId(session), "sh", List.of());
  }

  @Test
  void itsFilesDraftsChecksAndCatalogAreInItsOwnRoot() throws IOException {
    Path shared = kit.root(agent);
    Files.createDirectory(shared.resolve("repos"));
    say("bob", "app/bob");
    awaitRunning(1);
    Path root = kit.home.agentRoot(own().getFirst().id());
    Files.writeString(root.resolve("workspace/report"), "of bob");
    Files.writeString(shared.resolve("workspace/report"), "of ada");
    FilePath draft = FilePath.of("SOUL.md", "/");
    kit.directory().writeback().drafts().write(id(agent), "bob", draft, Content.of("draft"));
    List<Path> checked = new CopyOnWriteArrayList<>();
    kit.engine.execProgram(
        _ -> {
          kit.engine.all(kit.homeId).stream()
              .map(FakeSandbox::spec)
              .filter(spec -> spec.key().purpose() == SandboxKey.Purpose.CHECK)
              .forEach(spec -> checked.add(spec.root()));
          return 0;
        });

    assertThat(sources("bob"))
        .containsExactly(
            root + "/workspace",
            shared + "/substrate",
            shared + "/learnings",
            root + "/runtime/bob");
    assertThat(sandbox(own().getFirst()).spec().mounts())
        .extracting(OperatorMount::host)
        .contains(shared.resolve("repos"));
    assertThat(look("bob", "/workspace/report"))
        .isInstanceOfSatisfying(
            Seen.Whole.class, it -> assertThat(it.content().text()).contains("of bob"));
    assertThat(look("bob", "/workspace/agent/SOUL.md")).isInstanceOf(Seen.Whole.class);
    assertThat(root.resolve("workspace/sessions/bob/drafts/SOUL.md")).hasContent("draft");
    assertThat(shared.resolve("workspace/sessions/bob")).doesNotExist();
    kit.directory()
        .catalog()
        .write(id(agent), new SessionId("bob"), List.of(new CatalogFile("a.json", "{}")));
    assertThat(root.resolve("catalog/bob/a.json")).exists();
    assertThat(check("bob")).isEqualTo(new Ran.Ended(0, ""));
    assertThat(checked).containsExactly(root);
  }

  @Test
  void beforeItsFirstStartTheSharedSandboxIsNotTakenForIt() throws IOException {
    var _ = kit.keeper().stop("guide", Duration.ZERO);
    Path shared = kit.root(agent);
    Files.writeString(shared.resolve("workspace/report"), "of ada");
    say("bob", "app/bob");

    assertThat(own()).isEmpty();
    assertThat(look("bob", "/workspace/report")).isInstanceOf(Seen.Missing.class);
    assertThat(sources("bob").getFirst()).isNotEqualTo(shared + "/workspace");
    assertThat(check("bob"))
        .isEqualTo(
            new Ran.Failed(
                "the session has no sandbox yet. Send it a message, and evaluate again."));
    kit.directory()
        .catalog()
        .write(id(agent), new SessionId("bob"), List.of(new CatalogFile("a.json", "{}")));
    assertThat(shared.resolve("catalog/bob")).doesNotExist();
    FilePath draft = FilePath.of("SOUL.md", "/");
    assertThatExceptionOfType(WritebackException.class)
        .isThrownBy(
            () ->
                kit.directory()
                    .writeback()
                    .drafts()
                    .write(id(agent), "bob", draft, Content.of("draft")));
  }

  @Test
  void noProgramOrFileIsReachedWhereEachSessionHasItsOwn() {
    var _ =
        kit.keeper()
            .run(
                UUID.randomUUID(),
                RunRequests.of(
                    "guide:1",
                    Map.of("name", "apart", "config", Map.of("workspace-scope", "session"))),
                List.of(),
                Progress.NONE);

    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> kit.files().read("apart", "/workspace"))
        .withMessageContaining("each session of agent apart has a sandbox of its own");
  }
}
