package dev.otters.agents;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.agents.repo.Repos;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentView;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.executor.mounts.Bind;
import dev.otters.git.testkit.GitServer;
import dev.otters.git.testkit.TestRepository;
import dev.otters.oci.Progress;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories of agents, cloned by the real program from a server of this test. */
class ReposTest {
  private static final String MAIN = "refs/heads/main";
  private static final String SECRET = "canary-7713e0b2";

  @TempDir private Path folder;
  private AgentKit kit;
  private TestRepository source;
  private GitServer server;
  private AgentView agent;
  private UUID id;

  @BeforeEach
  void open() throws IOException {
    kit = new AgentKit(Files.createDirectory(folder.resolve("daemon")));
    source = new TestRepository(folder.resolve("source.git"));
    server = new GitServer(source.repository());
    agent = kit.run();
    id = UUID.fromString(agent.id());
  }

  @AfterEach
  void close() throws IOException {
    kit.close();
    server.close();
  }

  private Repos repos() {
    return kit.keeper().repos();
  }

  private static RepoRequest request(URI url) {
    return new RepoRequest(url.toString(), null, null, null, false);
  }

  private RepoView add(String name) throws InterruptedException {
    return repos().add(id, name, request(server.url()), Progress.NONE);
  }

  private Problem refused(String name, RepoRequest request) {
    return catchThrowableOfType(
            ApiException.class, () -> repos().add(id, name, request, Progress.NONE))
        .problem();
  }

  private Path clone(String name) {
    return kit.root(agent).resolve("repos").resolve(name);
  }

  private Optional<Bind> bind() {
    return kit.sandbox(agent).binds().stream()
        .filter(it -> it.target().equals("/workspace/repos"))
        .findFirst();
  }

  private void nothingIsLeft() throws IOException {
    assertThat(repos().list(id).repos()).isEmpty();
    assertThat(clone("code")).doesNotExist();
    assertThat(kit.home.folder().resolve("clones")).isEmptyDirectory();
  }

  @Test
  void anAgentKeepsItsCommitUntilItIsRefreshed() throws Exception {
    String first = source.commit(MAIN, Map.of("a", source.file("one")));
    assertThat(bind()).isEmpty();

    RepoView added = add("code");
    assertThat(added.commit()).isEqualTo(first);
    assertThat(added.path()).isEqualTo("/workspace/repos/code");
    assertThat(bind()).get().matches(Bind::readOnly);
    String sandbox = kit.row(agent).sandbox().orElseThrow();

    String second = source.commit(MAIN, Map.of("a", source.file("two")));
    kit.close();
    kit.open();
    RepoView _ = repos().add(id, "other", request(server.url()), Progress.NONE);
    assertThat(clone("code").resolve("a")).hasContent("one");
    assertThat(repos().list(id).repos())
        .extracting(RepoView::commit)
        .containsExactly(first, second);

    assertThat(repos().refresh(id, "code", false, Progress.NONE).commit()).isEqualTo(second);
    assertThat(clone("code").resolve("a")).hasContent("two");
    assertThat(kit.row(agent).sandbox()).contains(sandbox);

    repos().remove(id, "code");
    assertThat(clone("code")).doesNotExist();
    assertThat(repos().list(id).repos()).extracting(RepoView::name).containsExactly("other");
    assertThat(kit.home.folder().resolve("clones")).isEmptyDirectory();
  }

  @Test
  void theNextStartOfAStoppedAgentMountsItsRepositories() throws Exception {
    String commit = source.commit(MAIN, Map.of("a", source.file("one")));
    AgentView _ = kit.keeper().stop(agent.name(), Duration.ZERO);

    assertThat(add("code").commit()).isEqualTo(commit);
    AgentView _ = kit.keeper().start(agent.name(), Progress.NONE);
    assertThat(bind()).isPresent();
    assertThat(kit.setups.getLast().mounts())
        .anyMatch(it -> it.target().equals("/workspace/repos") && it.readOnly());
  }

  @Test
  void aPasswordIsOnlyInItsVault() throws Exception {
    String pair = Base64.getEncoder().encodeToString(("otto:" + SECRET).getBytes(UTF_8));
    server.require("Basic " + pair);
    source.commit(MAIN, Map.of("a", source.file("one")));
    String url = server.url().toString();

    Problem open = refused("code", request(server.url()));
    assertThat(open.code()).isEqualTo(ErrorCode.REPO_FAILED);
    assertThat(open.remedy()).contains("otters vault set");
    assertThat(refused("code", new RepoRequest(url, null, "git", "otto", false)).title())
        .contains("the vault git has no value");
    nothingIsLeft();

    kit.agents().vaults().vaults().set("git", SECRET, kit.time.now());
    RepoView _ =
        repos().add(id, "code", new RepoRequest(url, null, "git", "otto", false), Progress.NONE);
    assertThat(refused("bad", new RepoRequest(url, null, "git", "eve", false)).toString())
        .contains("the server answers 401")
        .doesNotContain(SECRET);
    kit.close();
    try (Stream<Path> files = Files.walk(kit.home.folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.startsWith(kit.home.vaults())) {
          assertThat(Files.readString(file, ISO_8859_1))
              .as("%s", file)
              .doesNotContain(SECRET, pair);
        }
      }
    }
  }

  @Test
  void aCloneThatFailsLeavesNothing() throws Exception {
    source.commit(MAIN, Map.of("..", source.file("out"), "a", source.file("in")));
    Problem refused = refused("code", request(server.url()));
    assertThat(refused.code()).isEqualTo(ErrorCode.REPO_FAILED);
    assertThat(refused.title()).contains("cannot be cloned: ");
    nothingIsLeft();
    assertThat(bind()).isEmpty();
  }

  @Test
  void aRefreshThatFailsKeepsTheCommit() throws Exception {
    String commit = source.commit(MAIN, Map.of("a", source.file("one")));
    RepoView _ = add("code");
    server.close();
    assertThat(
            catchThrowableOfType(
                    ApiException.class, () -> repos().refresh(id, "code", false, Progress.NONE))
                .problem()
                .code())
        .isEqualTo(ErrorCode.REPO_FAILED);
    assertThat(clone("code").resolve("a")).hasContent("one");
    assertThat(repos().list(id).repos()).extracting(RepoView::commit).containsExactly(commit);
  }

  @Test
  void anInterruptEndsTheCloneAndLeavesNothing() throws Exception {
    source.commit(MAIN, Map.of("a", source.file("one")));
    CountDownLatch never = new CountDownLatch(1);
    server.waitFor(never);
    CompletableFuture<Class<?>> ended = new CompletableFuture<>();
    Thread work =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    RepoView _ = add("code");
                    ended.complete(Void.class);
                  } catch (InterruptedException | RuntimeException e) {
                    ended.complete(e.getClass());
                  }
                });
    server.awaitRequest();
    work.interrupt();
    assertThat(ended.get()).isEqualTo(InterruptedException.class);
    never.countDown();
    nothingIsLeft();
  }

  @Test
  void aRefreshWaitsForTheTurn() throws Exception {
    source.commit(MAIN, Map.of("a", source.file("one")));
    RepoView _ = add("code");
    source.commit(MAIN, Map.of("a", source.file("two")));
    long _ =
        kit.sessions().service().appendUserMessage(id, new SessionId("s"), "m", "hello", tx -> {});
    List<String> _ = kit.sessions().turns().connect(id, "runtime", List.of());
    Activation turn = kit.sessions().turns().lease(id, "runtime");

    CountDownLatch waits = new CountDownLatch(1);
    CompletableFuture<String> refreshed = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                RepoView view =
                    repos()
                        .refresh(
                            id,
                            "code",
                            false,
                            (item, done, total, phase) -> {
                              if (phase.equals("notice")) {
                                waits.countDown();
                              }
                            });
                refreshed.complete(view.commit());
              } catch (InterruptedException | RuntimeException e) {
                refreshed.completeExceptionally(e);
              }
            });
    waits.await();
    assertThat(clone("code").resolve("a")).hasContent("one");
    kit.sessions().turns().ack(id, turn.id(), turn.fence(), new Outcome.Answered("done"));
    assertThat(refreshed.get()).isEqualTo(repos().list(id).repos().getFirst().commit());
    assertThat(clone("code").resolve("a")).hasContent("two");
  }

  @Test
  void whatADeadDaemonLeftIsUndone() throws Exception {
    String commit = source.commit(MAIN, Map.of("a", source.file("one")));
    RepoView _ = add("code");
    RepoView _ = add("lost");
    kit.close();
    Files.createDirectories(clone("half/.git"));
    Files.createDirectories(kit.home.folder().resolve("clones/x/repo"));
    Files.move(clone("lost"), folder.resolve("aside"));
    kit.open();

    assertThat(clone("half")).doesNotExist();
    assertThat(kit.home.folder().resolve("clones")).doesNotExist();
    assertThat(repos().list(id).repos()).extracting(RepoView::commit).containsExactly(commit);
  }

  @Test
  void aDaemonThatDiedWhileItReplacedACloneLeavesTheOldOne() throws Exception {
    String commit = source.commit(MAIN, Map.of("a", source.file("one")));
    RepoView _ = add("code");
    kit.close();
    Files.move(clone("code"), clone(".old-code"));
    kit.open();

    assertThat(clone("code/a")).hasContent("one");
    assertThat(clone(".old-code")).doesNotExist();
    assertThat(repos().list(id).repos()).extracting(RepoView::commit).containsExactly(commit);
  }

  @Test
  void aFolderThatLeadsGitToAnotherOneIsRefused() throws Exception {
    source.commit(MAIN, Map.of("a", source.file("one")));
    Path alternates = folder.resolve("source.git/objects/info/alternates");
    Files.writeString(alternates, "/elsewhere/objects\n");
    assertThat(refusedFolder("source.git")).contains("leads git to another folder");
    Files.delete(alternates);
    Files.createSymbolicLink(folder.resolve("source.git/refs/other"), Path.of("/elsewhere"));
    assertThat(refusedFolder("source.git")).contains("leads git to another folder");
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve(".git"), "gitdir: " + folder.resolve("source.git"));
    assertThat(refusedFolder("other")).contains("is no git repository");
  }

  private String refusedFolder(String name) {
    return refused("code", request(folder.resolve(name).toUri())).title();
  }

  @Test
  void aFolderIsClonedIfTheAgentCouldMountIt() throws Exception {
    String commit = source.commit(MAIN, Map.of("a", source.file("one")));
    URI url = folder.resolve("source.git").toUri();
    assertThat(repos().add(id, "code", request(url), Progress.NONE).commit()).isEqualTo(commit);
    RepoRequest inside = request(kit.home.folder().resolve("agents").toUri());
    assertThat(
            catchThrowableOfType(
                RuntimeException.class, () -> repos().add(id, "own", inside, Progress.NONE)))
        .hasMessageContaining("agents");
  }

  @Test
  void anAgentHasEachNameOnce() throws Exception {
    source.commit(MAIN, Map.of("a", source.file("one")));
    RepoView _ = add("code");
    assertThat(refused("code", request(server.url())).code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(
            catchThrowableOfType(
                    ApiException.class, () -> repos().refresh(id, "nope", false, Progress.NONE))
                .problem()
                .code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }
}
