package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.agents.repo.Repos;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentView;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.git.testkit.GitServer;
import dev.otters.git.testkit.TestRepository;
import dev.otters.home.FastFolder;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that agents may change, also into something that is none any more. */
class WorkingCopiesTest {
  private static final String MAIN = "refs/heads/main";

  @TempDir(factory = FastFolder.class)
  private Path folder;

  private AgentKit kit;
  private TestRepository source;
  private GitServer server;
  private AgentView agent;
  private UUID id;
  private Path copy;

  @BeforeEach
  void anAgentWithACopy() throws Exception {
    kit = new AgentKit(Files.createDirectory(folder.resolve("daemon")));
    source = new TestRepository(folder.resolve("source.git"));
    server = new GitServer(source.repository());
    agent = kit.run();
    id = UUID.fromString(agent.id());
    commit("one");
    assertThat(repos().add(id, "code", request(), Progress.NONE).rw()).isTrue();
    copy = kit.root(agent).resolve("workspace/.repos/code");
  }

  @AfterEach
  void close() throws IOException {
    kit.close();
    server.close();
  }

  private Repos repos() {
    return kit.keeper().repos();
  }

  private RepoRequest request() {
    return new RepoRequest(server.url().toString(), null, null, null, true);
  }

  private String commit(String text) throws IOException {
    return source.commit(MAIN, Map.of("a", source.file(text)));
  }

  private RepoView refresh(boolean discard) throws InterruptedException {
    return repos().refresh(id, "code", discard, Progress.NONE);
  }

  private void refused() {
    var problem = catchThrowableOfType(ApiException.class, () -> refresh(false)).problem();
    assertThat(problem.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(problem.title()).isEqualTo("the agent has changed /workspace/repos/code");
  }

  private void isFresh(String text) throws IOException {
    assertThat(copy.resolve("a")).hasContent(text);
    assertThat(copy.resolve(".git/objects")).isDirectory();
    assertThat(others(".kept-")).isEmpty();
    assertThat(others(".before-")).hasSizeLessThan(2);
    assertThat(others("")).containsOnly(copy).hasSize(1);
  }

  /** Returns what is beside the copy and begins so; without a beginning, all without those. */
  private List<Path> others(String beginning) throws IOException {
    try (Stream<Path> all = Files.list(copy.getParent())) {
      return all.filter(it -> beginning.equals(kind(it.getFileName().toString()))).toList();
    }
  }

  private static String kind(String name) {
    return Stream.of(".kept-", ".before-").filter(name::startsWith).findFirst().orElse("");
  }

  @Test
  void theCopyIsInTheWorkspaceAndBelongsToTheAgent() throws IOException {
    Path link = kit.root(agent).resolve("repos/code");
    assertThat(Files.readSymbolicLink(link)).hasToString("../.repos/code");
    isFresh("one");
    assertThat(Files.getAttribute(copy.resolve("a"), "unix:uid"))
        .isEqualTo(kit.row(agent).user().uid());
    assertThat(copy.resolve(".git/config")).content().doesNotContain("remote", "http");
    assertThat(copy.resolve(".git/hooks"))
        .satisfiesAnyOf(
            hooks -> assertThat(hooks).doesNotExist(),
            hooks -> assertThat(hooks).isEmptyDirectory());
  }

  @Test
  void aRefreshReplacesWhatIsUnchangedAlsoIfGitLookedForChanges() throws Exception {
    String second = commit("two");
    Files.writeString(copy.resolve(".git/index"), "other times");
    kit.close();
    kit.open();

    assertThat(refresh(false).commit()).isEqualTo(second);
    isFresh("two");
  }

  @Test
  void noChangeIsLostWithoutBeingDiscarded() throws Exception {
    Files.writeString(copy.resolve("a"), "mine");
    commit("two");
    refused();
    assertThat(copy.resolve("a")).hasContent("mine");

    RepoView _ = refresh(true);
    isFresh("two");
    RepoView _ = refresh(false);
  }

  @Test
  void whatAProgramWritesToAReplacedCopyIsKept() throws Exception {
    try (Writer program = Files.newBufferedWriter(copy.resolve("a"), StandardOpenOption.APPEND)) {
      commit("two");
      RepoView _ = refresh(false);
      isFresh("two");
      program.write(", and more");
    }
    assertThat(others(".before-")).singleElement().satisfies(WorkingCopiesTest::hasMore);

    commit("three");
    RepoView _ = refresh(false);
    assertThat(copy.resolve("a")).hasContent("three");
    RepoView _ = refresh(false);
    RepoView _ = refresh(true);
    assertThat(others(".kept-")).singleElement().satisfies(WorkingCopiesTest::hasMore);
    assertThat(others(".before-")).isEmpty();

    repos().remove(id, "code");
    assertThat(copy.getParent()).isEmptyDirectory();
  }

  private static void hasMore(Path copy) {
    assertThat(copy.resolve("a")).hasContent("one, and more");
  }

  @Test
  void aRepositoryTakesAlongOnlyItsOwnReplacedCopies() throws Exception {
    assertThat(repos().add(id, "code-2", request(), Progress.NONE).rw()).isTrue();
    RepoView _ = refresh(false);
    RepoView _ = repos().refresh(id, "code-2", false, Progress.NONE);
    assertThat(others(".before-")).hasSize(2);

    repos().remove(id, "code");
    assertThat(others(".before-"))
        .singleElement()
        .satisfies(it -> assertThat(it.getFileName().toString()).startsWith(".before-code-2-"));
  }

  @Test
  void aChangeWhileTheNewCloneIsMadeIsNotLost() throws Exception {
    commit("two");
    Progress change =
        (_, _, _, _) -> {
          try {
            Files.writeString(copy.resolve("a"), "mine");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };

    assertThatThrownBy(() -> repos().refresh(id, "code", false, change))
        .hasMessageContaining("the agent has changed /workspace/repos/code");
    isFresh("mine");
    assertThat(others(".before-")).isEmpty();
    refused();
  }

  @Test
  void nothingStaysOfACopyThatNoProgramUses() throws Exception {
    AgentView _ = kit.keeper().stop(agent.name(), Duration.ZERO);
    commit("two");
    RepoView _ = refresh(false);
    isFresh("two");
    assertThat(others(".before-")).isEmpty();
  }

  @Test
  void eachKindOfChangeCounts() throws Exception {
    Files.createDirectory(copy.resolve("new"));
    refused();
    Files.delete(copy.resolve("new"));
    RepoView _ = refresh(false);

    Files.setPosixFilePermissions(copy.resolve("a"), PosixFilePermissions.fromString("rwxr-xr-x"));
    refused();
    RepoView _ = refresh(true);

    Files.writeString(copy.resolve(".git/refs/heads/mine"), "0".repeat(40));
    refused();
    RepoView _ = refresh(true);

    Files.move(copy.resolve("a"), copy.resolve("b"));
    refused();
    RepoView _ = refresh(true);
    isFresh("one");
  }

  @Test
  void nothingThatTheAgentPutsThereIsFollowedOrRun() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("kept"), "kept");
    Path ran = folder.resolve("ran");
    Files.writeString(
        copy.resolve(".git/config"),
        "[core]\n\tfsmonitor = touch %1$s\n\thooksPath = %2$s\n[include]\n\tpath = %2$s/kept\n"
            .formatted(ran, outside));
    Files.createDirectories(copy.resolve(".git/hooks"));
    Path hook =
        Files.writeString(copy.resolve(".git/hooks/post-checkout"), "#!/bin/sh\ntouch " + ran);
    Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createDirectories(copy.resolve(".git/objects/info"));
    Files.writeString(copy.resolve(".git/objects/info/alternates"), outside + "\n");
    Files.createSymbolicLink(copy.resolve("out"), outside);
    refused();
    RepoView _ = refresh(true);
    isFresh("one");

    Path moved = Files.move(copy, folder.resolve("moved"));
    Files.createSymbolicLink(copy, outside);
    refused();
    RepoView _ = refresh(true);
    isFresh("one");
    assertThat(moved.resolve("a")).exists();

    Files.move(copy.getParent(), folder.resolve("all"));
    Files.createSymbolicLink(copy.getParent(), outside);
    assertThatThrownBy(() -> refresh(true)).hasMessageContaining("cannot use the folder .repos");
    assertThat(outside)
        .isDirectoryContaining("glob:**/kept")
        .isDirectoryNotContaining("glob:**/code");
    assertThat(ran).doesNotExist();
  }

  @Test
  void aCopyThatTheAgentRemovedOrLockedComesBack() throws Exception {
    Files.move(copy, folder.resolve("gone"));
    RepoView _ = refresh(false);
    isFresh("one");

    Files.setPosixFilePermissions(copy.getParent(), PosixFilePermissions.fromString("---------"));
    String second = commit("two");
    assertThat(refresh(false).commit()).isEqualTo(second);
    isFresh("two");
  }

  @Test
  void aRemovedRepositoryTakesItsCopyAlong() throws Exception {
    Files.writeString(copy.resolve("a"), "mine");
    repos().remove(id, "code");
    assertThat(copy).doesNotExist();
    assertThat(Files.exists(kit.root(agent).resolve("repos/code"), LinkOption.NOFOLLOW_LINKS))
        .isFalse();

    Files.createDirectory(copy);
    assertThatThrownBy(() -> repos().add(id, "code", request(), Progress.NONE))
        .hasMessageContaining("the agent has files at /workspace/.repos/code");
    assertThat(repos().list(id).repos()).isEmpty();
  }
}
