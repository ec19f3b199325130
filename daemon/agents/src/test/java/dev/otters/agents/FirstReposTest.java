package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Agent;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.git.testkit.GitServer;
import dev.otters.git.testkit.TestRepository;
import dev.otters.home.FastFolder;
import dev.otters.oci.Progress;
import dev.otters.resources.attachment.Attachment;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that a new agent has from its start. */
class FirstReposTest {
  @TempDir(factory = FastFolder.class)
  private Path folder;

  private AgentKit kit;
  private GitServer server;
  private String commit;

  @BeforeEach
  void open() throws IOException {
    kit = new AgentKit(Files.createDirectory(folder.resolve("daemon")));
    TestRepository source = new TestRepository(folder.resolve("source.git"));
    server = new GitServer(source.repository());
    commit = source.commit("refs/heads/main", Map.of("a", source.file("one")));
  }

  @AfterEach
  void close() throws IOException {
    kit.close();
    server.close();
  }

  private Map<String, Object> repo(String name, boolean rw) {
    return Map.of("name", name, "url", server.url().toString(), "rw", rw);
  }

  private Problem refused(Map<String, Object> request) {
    return catchThrowableOfType(
            ApiException.class, () -> kit.run(RunRequests.of("guide:1", request)))
        .problem();
  }

  private void nothingIsLeft() {
    assertThat(kit.rows().all()).isEmpty();
    Path clones = kit.home.folder().resolve("clones");
    if (Files.exists(clones)) {
      assertThat(clones).isEmptyDirectory();
    }
  }

  @Test
  void theFirstSandboxHasThem() {
    List<String> steps = Collections.synchronizedList(new ArrayList<>());
    AgentView agent =
        kit.keeper()
            .run(
                UUID.randomUUID(),
                RunRequests.of(
                    "guide:1", Map.of("repos", List.of(repo("docs", false), repo("code", true)))),
                List.of(),
                (item, done, total, phase) -> steps.add(item));

    assertThat(kit.sandbox(agent).binds())
        .anyMatch(bind -> bind.target().equals("/workspace/repos") && bind.readOnly());
    assertThat(kit.root(agent).resolve("repos/docs/a")).hasContent("one");
    assertThat(kit.root(agent).resolve("workspace/.repos/code/a")).hasContent("one");
    assertThat(kit.keeper().repos().list(UUID.fromString(agent.id())).repos())
        .extracting(RepoView::commit)
        .containsExactly(commit, commit);
    assertThat(kit.directory().attachments(UUID.fromString(agent.id()), new SessionId("s")))
        .filteredOn(it -> it.kind() == Attachment.Kind.REPO_MOUNT)
        .extracting(Attachment::readOnly)
        .containsExactly(false, true);
    assertThat(steps).contains(server.url().toString());
    assertThat(kit.home.folder().resolve("clones")).isEmptyDirectory();
  }

  @Test
  void aCloneThatFailsLeavesNoAgentAndReplacesNone() {
    Map<String, Object> gone =
        Map.of("name", "gone", "url", server.url().toString(), "ref", "absent");
    Map<String, Object> request = Map.of("repos", List.of(repo("docs", true), gone));
    assertThat(refused(request).title()).contains("no branch, tag or commit absent");
    nothingIsLeft();

    AgentView old = kit.run();
    assertThat(refused(Map.of("name", "guide", "replace", true, "repos", List.of(gone))).code())
        .isEqualTo(ErrorCode.REPO_FAILED);
    assertThat(kit.rows().all()).extracting(Agent::id).containsExactly(UUID.fromString(old.id()));
  }

  @Test
  void aCloneEndsWhenNoClientWaitsForTheAgent() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    server.waitFor(latch);
    Watched progress = new Watched();
    CompletableFuture<AgentView> agent = CompletableFuture.supplyAsync(() -> run(progress));
    try {
      server.awaitRequest();
      assertThat(agent).isNotDone();
      progress.watched = false;

      assertThatThrownBy(() -> agent.get(20, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("its client has gone away");
      nothingIsLeft();
    } finally {
      latch.countDown();
    }
  }

  @Test
  void noCloneBeginsWhenNoClientWaitsForTheAgent() {
    Watched progress = new Watched();
    progress.watched = false;
    assertThatThrownBy(() -> run(progress)).hasMessageContaining("its client has gone away");
    assertThat(server.credentials()).isEmpty();
    nothingIsLeft();
  }

  private AgentView run(Progress progress) {
    RunRequest request = RunRequests.of("guide:1", Map.of("repos", List.of(repo("a", false))));
    return kit.keeper().run(UUID.randomUUID(), request, List.of(), progress);
  }

  /** Progress whose client can go away. */
  private static final class Watched implements Progress {
    volatile boolean watched = true;

    @Override
    public void update(String item, long done, long total, String phase) {}

    @Override
    public boolean isWatched() {
      return watched;
    }
  }

  @Test
  void aBadRequestIsRefusedBeforeAnythingIsCloned() {
    Map<String, Object> ssh = Map.of("name", "a", "url", "ssh://host/a");
    assertThat(refused(Map.of("repos", List.of(repo("b", false), ssh))).title())
        .contains("not cloned over ssh");
    assertThat(refused(Map.of("repos", List.of(repo("a", false), repo("a", true)))).title())
        .contains("two repositories have the name a");
    assertThat(refused(Map.of("repos", List.of(Map.of("name", "a")))).title())
        .contains("repository 1 has no name or no URL");
    assertThat(refused(Map.of("repos", Collections.nCopies(17, repo("a", false)))).title())
        .contains("17 repositories are too many");
    assertThat(server.credentials()).isEmpty();
    nothingIsLeft();
  }

  @Test
  void anAgentWithoutASandboxHasNone() {
    Map<String, Object> request =
        Map.of("executor", "system", "unsandboxed", true, "repos", List.of(repo("a", false)));
    assertThat(refused(request).title()).contains("without a sandbox could change the clone");
    nothingIsLeft();
  }
}
