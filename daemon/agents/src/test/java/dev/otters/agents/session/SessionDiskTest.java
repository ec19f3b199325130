package dev.otters.agents.session;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.setup.RootWriters;
import dev.otters.executor.SandboxUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, unit = SECONDS)
class SessionDiskTest {
  private static final UUID AGENT = UUID.randomUUID();

  @TempDir Path temp;
  private Path sessions;
  private Path runtime;
  private SessionDisk disk;

  @BeforeEach
  void create() throws IOException {
    Path root = temp.toRealPath();
    sessions = Files.createDirectory(root.resolve("workspace")).resolve("sessions");
    runtime = Files.createDirectory(root.resolve("runtime"));
    int uid = (Integer) Files.getAttribute(root, "unix:uid");
    int gid = (Integer) Files.getAttribute(root, "unix:gid");
    SessionArea area = new SessionArea(root, SessionArea.TARGET, new SandboxUser(uid, gid));
    disk = new SessionDisk(_ -> Optional.of(area), new RootWriters());
  }

  private static void fill(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("a/b/c"), "c");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).toList();
    }
  }

  private static void awaitOnly(Path folder, String... left) throws Exception {
    while (!names(folder).equals(List.of(left))) {
      Thread.sleep(5);
    }
  }

  @Test
  void bothFoldersOfARemovedSessionGoAndThoseOfOthersStay() throws Exception {
    fill(sessions.resolve("s:1"));
    fill(sessions.resolve("other"));
    fill(runtime.resolve("s:1"));
    Files.setPosixFilePermissions(
        sessions.resolve("s:1/a"), PosixFilePermissions.fromString("---------"));

    assertThat(disk.remove(AGENT, "s:1")).isTrue();

    assertThat(sessions.resolve("s:1")).doesNotExist();
    awaitOnly(sessions, "other");
    awaitOnly(runtime);
    assertThat(sessions.resolve("other/a/b/c")).hasContent("c");
  }

  @Test
  void nothingIsRemovedThroughALink() throws Exception {
    Path outside = Files.createDirectory(temp.toRealPath().resolve("outside"));
    fill(outside.resolve("s"));
    Files.createSymbolicLink(sessions, outside);
    assertThat(disk.remove(AGENT, "s")).isTrue();
    disk.prepare(AGENT);
    assertThat(outside.resolve("s/a/b/c")).hasContent("c");

    Files.delete(sessions);
    fill(sessions.resolve("s"));
    Files.createSymbolicLink(sessions.resolve("s/out"), outside.resolve("s"));
    Files.createSymbolicLink(sessions.resolve("t"), outside.resolve("s"));
    assertThat(disk.remove(AGENT, "s")).isTrue();
    assertThat(disk.remove(AGENT, "t")).isTrue();
    awaitOnly(sessions);
    assertThat(outside.resolve("s/a/b/c")).hasContent("c");
  }

  @Test
  void aStartMovesOldDraftsAndFinishesRemovals() throws Exception {
    Files.createDirectories(runtime.resolve("s/drafts"));
    Files.writeString(runtime.resolve("s/drafts/SOUL.md"), "kind");
    Files.writeString(runtime.resolve("s/c1.out"), "long");
    fill(runtime.resolve("without"));
    fill(sessions.resolve(".removing-1"));

    disk.prepare(AGENT);

    assertThat(sessions.resolve("s/drafts/SOUL.md")).hasContent("kind");
    assertThat(runtime.resolve("s")).isDirectoryNotContaining("glob:**drafts");
    assertThat(runtime.resolve("s/c1.out")).hasContent("long");
    assertThat(names(sessions)).containsExactly("s");
    disk.prepare(AGENT);
    assertThat(sessions.resolve("s/drafts/SOUL.md")).hasContent("kind");
  }

  @Test
  void newDraftsStayAndKeepNoOtherDraftsFromBeingMoved() throws Exception {
    for (String session : List.of("a", "s", "z")) {
      Files.createDirectories(runtime.resolve(session).resolve("drafts"));
      Files.writeString(runtime.resolve(session).resolve("drafts/SOUL.md"), "old");
    }
    Files.createDirectories(sessions.resolve("s/drafts"));
    Files.writeString(sessions.resolve("s/drafts/SOUL.md"), "new");
    Files.createSymbolicLink(runtime.resolve("link"), temp.toRealPath());

    disk.prepare(AGENT);

    assertThat(sessions.resolve("s/drafts/SOUL.md")).hasContent("new");
    assertThat(runtime.resolve("s/drafts/SOUL.md")).hasContent("old");
    assertThat(sessions.resolve("a/drafts/SOUL.md")).hasContent("old");
    assertThat(sessions.resolve("z/drafts/SOUL.md")).hasContent("old");
  }

  @Test
  void aFileInThePlaceOfTheFolderOfSessionsHasNothingToRemove() throws Exception {
    Files.writeString(sessions, "mine");
    Files.setPosixFilePermissions(sessions, PosixFilePermissions.fromString("r--r--r--"));

    assertThat(disk.remove(AGENT, "s")).isTrue();

    assertThat(sessions).hasContent("mine");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sessions)))
        .isEqualTo("r--r--r--");
  }

  @Test
  void anAgentWithoutFoldersHasNothingToRemove() {
    SessionDisk none = new SessionDisk(_ -> Optional.empty(), new RootWriters());

    assertThat(none.remove(AGENT, "s")).isTrue();
    assertThat(disk.remove(AGENT, "s")).isTrue();
    assertThat(sessions).doesNotExist();
  }
}
