package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.testkit.AgentFolders;
import dev.otters.executor.testkit.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MountPointsTest {
  @TempDir Path temp;
  private AgentFolders folders;
  private Path source;
  private MountPoints points;

  @BeforeEach
  void makeFolders() throws IOException {
    folders = AgentFolders.in(temp);
    source = Files.createDirectory(temp.toRealPath().resolve("source"));
    points = new MountPoints(folders.root(), folders.user());
  }

  private List<Bind> prepare(Path host, String target) {
    return points.prepare(new OperatorMount(host, target, true));
  }

  private void assertOwned(Path path) throws IOException {
    assertThat(Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(folders.user().uid());
    assertThat(Files.getAttribute(path, "unix:gid", LinkOption.NOFOLLOW_LINKS))
        .isEqualTo(folders.user().gid());
  }

  @AfterEach
  void noFileStaysOpen() throws IOException {
    assertThat(OpenFiles.below(temp.toRealPath())).isEmpty();
  }

  @Test
  void createsAFolderForAFolderAndAFileForAFile() throws IOException {
    Path file = Files.writeString(source.resolve("data.csv"), "a,b");

    assertThat(prepare(source, "/workspace/src")).isEmpty();
    assertThat(prepare(file, "/tmp/data.csv")).isEmpty();

    assertThat(folders.workspace().resolve("src")).isDirectory();
    assertThat(folders.root().resolve("tmp/data.csv")).isEmptyFile();
    assertOwned(folders.workspace().resolve("src"));
    assertOwned(folders.root().resolve("tmp/data.csv"));
  }

  @Test
  void makesEveryFolderOnTheWayAMountOfItsOwn() throws IOException {
    List<Bind> binds = prepare(source, "/workspace/a/b/c");

    assertThat(binds)
        .extracting(Bind::target, Bind::source, Bind::readOnly)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "/workspace/a", folders.workspace().resolve("a"), false),
            org.assertj.core.groups.Tuple.tuple(
                "/workspace/a/b", folders.workspace().resolve("a/b"), false));
    assertThat(folders.workspace().resolve("a/b/c")).isDirectory();
    assertOwned(folders.workspace().resolve("a"));
    assertOwned(folders.workspace().resolve("a/b/c"));
  }

  @Test
  void leavesTargetsOutsideOfTheAgentsFoldersToTheEngine() {
    assertThat(prepare(source, "/data/x")).isEmpty();
    assertThat(folders.root().resolve("data")).doesNotExist();
  }

  @Test
  void keepsWhatIsThereAlready() throws IOException {
    Path kept =
        Files.writeString(
            Files.createDirectories(folders.workspace().resolve("a/b")).resolve("kept"), "text");
    prepare(source, "/workspace/a/b");
    assertThat(kept).hasContent("text");
    assertOwned(folders.workspace().resolve("a/b"));
  }

  @Test
  void opensFoldersOnTheWayThatTheAgentClosed() throws IOException {
    Path closed = Files.createDirectory(folders.workspace().resolve("a"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    prepare(source, "/workspace/a/b");
    assertThat(Files.getPosixFilePermissions(closed))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b", "a/b/c"})
  void refusesALinkAtEveryLevelAndTouchesNothingBehindIt(String place) throws IOException {
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Path link = folders.workspace().resolve(place);
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, outside);

    assertThatThrownBy(() -> prepare(source, "/workspace/a/b/c"))
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.MOUNT);
              assertThat(e).hasMessageContaining(link + " is a symbolic link");
              assertThat(e.remedy()).contains(link.toString());
            });
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void refusesALinkInPlaceOfTheWholeFolder() throws IOException {
    Files.delete(folders.workspace());
    Files.createSymbolicLink(folders.workspace(), Path.of("/opt"));
    assertThatThrownBy(() -> prepare(source, "/workspace/a"))
        .isInstanceOf(ExecutorException.class)
        .hasMessageContaining("symbolic link");
    assertThat(Path.of("/opt/a")).doesNotExist();
  }

  @Test
  void refusesAMountPointOfTheWrongKind() throws IOException {
    Files.createFile(folders.workspace().resolve("file"));
    Files.createDirectory(folders.workspace().resolve("folder"));
    Path file = Files.createFile(source.resolve("f"));

    assertThatThrownBy(() -> prepare(source, "/workspace/file"))
        .hasMessageContaining("is a file, but must be a folder");
    assertThatThrownBy(() -> prepare(file, "/workspace/folder"))
        .hasMessageContaining("is a folder, but must be a file");
    assertThatThrownBy(() -> prepare(source, "/workspace/file/deeper"))
        .hasMessageContaining("is a file, but must be a folder");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/workspace", "/tmp", "/etc/data/x", "/opt/bins/x", "/etc/passwd"})
  void refusesToHideTheAgentsOwnFolders(String target) {
    assertThatThrownBy(() -> prepare(source, target))
        .isInstanceOf(ExecutorException.class)
        .hasMessageContaining("the agent's own");
  }
}
