package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.create.RunRequests;
import dev.otters.api.ApiException;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.oci.Progress;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.sessions.catalog.CatalogFile;
import dev.otters.sessions.log.SessionException;
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
import org.junit.jupiter.api.Test;

/** What the daemon and the operator find in the own sandbox of a session. */
class SessionSandboxUseTest extends OwnSandboxTest {
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
  void theOperatorNamesTheSessionWhoseSandboxIsMeant() throws Exception {
    say("bob", "app/bob");
    awaitRunning(1);
    kit.engine.execProgram(_ -> 7);
    ExecSpec program = new ExecSpec(List.of("sh"), Map.of(), "/", Optional.empty());
    AgentPrograms programs = kit.agents().programs();

    try (Execution run = programs.exec("guide", Optional.of("bob"), program, (_, _, _, _) -> {})) {
      assertThat(run.await()).isEqualTo(7);
    }
    assertThat(programs.usage("guide", Optional.of("bob")).name()).isEqualTo("guide/bob");
    assertThat(programs.usage("guide", Optional.of("ada")).name()).isEqualTo("guide");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> programs.usage("guide", Optional.of("eve")));
    assertThat(kit.keeper().list(true).agents().getFirst().sessionSandboxes()).isEqualTo(1);
    assertThat(kit.keeper().use().imagesInUse().values())
        .isNotEmpty()
        .allSatisfy(names -> assertThat(names).containsExactly("guide"));

    var _ = kit.keeper().stop("guide", Duration.ZERO);

    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> programs.usage("guide", Optional.of("bob")))
        .withMessageContaining("the sandbox of session guide/bob is not running");
    say("new", "app/new");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> kit.files().read("guide", Optional.of("new"), "/workspace"))
        .withMessageContaining("the sandbox of session guide/new is not running");
  }

  @Test
  void aSessionMustBeNamedWhereEachHasItsOwn() {
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
        .isThrownBy(() -> kit.files().read("apart", Optional.empty(), "/workspace"))
        .withMessageContaining("each session of agent apart has a sandbox of its own");
  }
}
