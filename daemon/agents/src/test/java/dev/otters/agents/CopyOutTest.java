package dev.otters.agents;

import static dev.otters.agents.CopyKit.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.otters.agents.CopyKit.Copied;
import dev.otters.agents.files.AgentFiles;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.CopyReport;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.testkit.HostileTree;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyOutTest extends CopyTest {
  @Test
  void aFolderIsReadWithItsFilesFoldersAndLinks() throws Exception {
    CopyKit.shell(workspace, "mkdir -p a/b; echo one >a/one; ln -s /etc/passwd a/b/link");
    copy.give();
    Copied copied = copy.read("/workspace/a");
    assertThat(copied.entries())
        .containsOnly(
            entry("a/", "/"),
            entry("a/one", "one\n"),
            entry("a/b/", "/"),
            entry("a/b/link", "-> /etc/passwd"));
    assertThat(copied.report()).isEqualTo(new CopyReport(4, 4, true, List.of(), 0));
  }

  @Test
  void aFolderThatWasReadIsNotKeptOpen() throws Exception {
    CopyKit.shell(workspace, "for i in $(seq 500); do mkdir -p a/$i; done");
    copy.give();
    int before = openFiles();
    assertThat(copy.read("/workspace/a").entries()).hasSize(501);
    assertThat(openFiles()).isLessThan(before + 250);
  }

  private static int openFiles() {
    return Objects.requireNonNull(Path.of("/proc/self/fd").toFile().list()).length;
  }

  @ParameterizedTest
  @CsvSource({
    "/workspace/a/one, one",
    "workspace//a/./one, one",
    "/workspace/a/../a/one, one",
    "/workspace/a/., ./one",
    "/workspace/to-a/one, one",
    "/workspace/to-a/., ./one",
    "/workspace/absolute/one, one",
    "/workspace/to-shared/one, one",
    "/workspace/shared/one, one",
    "/fixed/one, one",
  })
  void aPathIsResolvedAsInTheSandbox(String path, String name) throws Exception {
    CopyKit.shell(
        workspace,
        """
        mkdir a; echo one >a/one; ln -s a to-a; ln -s /workspace/a absolute
        ln -s ../workspace/a/../shared to-shared
        """);
    Files.writeString(copy.shared.resolve("one"), "one\n");
    Files.writeString(copy.fixed.resolve("one"), "one\n");
    copy.give();
    if (path.contains("to-shared") && OrdinaryUser.isRoot()) {
      assertRefused(ErrorCode.FORBIDDEN, "through a link to the mount", () -> copy.read(path));
    } else {
      assertThat(copy.read(path).entries()).containsEntry(name, "one\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/usr/bin",
        "/opt/bins",
        "/proc/self",
        "/run/otters",
        "/var",
        "/workspacex",
        "/../etcx",
        "/workspace/../usr",
        "/workspace/out/passwd",
        "/workspace/up/passwd",
        "runtime"
      })
  void aPathOutsideOfTheAgentsFilesIsRefusedWithThePossibleOnes(String path) throws Exception {
    CopyKit.shell(workspace, "ln -s /usr/share out; ln -s ../../../../../../../../usr up");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> copy.read(path))
        .satisfies(
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.FORBIDDEN);
              assertThat(e.problem().remedy())
                  .isEqualTo(
                      "Choose a path below /workspace, /home, /tmp, /var/lib, /etc,"
                          + " /workspace/agent, /workspace/.otters-runtime, /memory/learnings,"
                          + " /workspace/shared, /fixed.");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "/workspace/none, NOT_FOUND, does not exist",
    "/workspace/none/x, NOT_FOUND, does not exist",
    "/workspace/dangling/, NOT_FOUND, does not exist",
    "/workspace/file/x, CONFLICT, not a folder",
    "/workspace/loop/x, CONFLICT, too many links",
    "/workspace/pipe, INVALID_REQUEST, 'socket, pipe or device'"
  })
  void whatCannotBeReadIsRefused(String path, ErrorCode code, String text) throws Exception {
    CopyKit.shell(workspace, "ln -s none dangling; : >file; ln -s loop loop; mkfifo pipe");
    assertRefused(code, text, () -> copy.read(path));
  }

  @Test
  void aLinkIsReadAsALink() throws Exception {
    CopyKit.shell(workspace, "ln -s /usr/share out");
    assertThat(copy.read("/workspace/out").entries()).containsOnly(entry("out", "-> /usr/share"));
  }

  @Test
  void theContextFilesCanBeReadAndNotWritten() throws IOException {
    assertThat(copy.read("/etc").entries()).containsKey("etc/passwd");
    assertRefused(
        ErrorCode.FORBIDDEN,
        "read-only",
        () -> copy.write("/etc", CopyKit.tar(CopyKit.folder("x"))));
  }

  @Test
  void specialFilesAndMountsAreLeftOutWithANote() throws Exception {
    CopyKit.shell(workspace, "mkfifo pipe; : >file");
    if (OrdinaryUser.isRoot()) {
      CopyKit.shell(workspace, "mknod device c 1 5; mknod disk b 7 0");
    }
    copy.give();
    Copied copied = copy.read("/workspace");
    assertThat(copied.entries()).containsOnlyKeys("workspace/", "workspace/file");
    assertThat(copied.report().complete()).isTrue();
    assertThat(copied.report().notes())
        .contains(
            "/workspace/.otters-runtime: a mount, copy it by its own path",
            "/workspace/agent: a mount, copy it by its own path",
            "/workspace/pipe: a socket, pipe or device",
            "/workspace/shared: a mount, copy it by its own path");
  }

  @Test
  void theDurableFilesAreCopiedByTheirOwnPath() throws Exception {
    copy.give();

    assertThat(copy.read("/workspace/agent").entries()).containsKeys("agent/", "agent/SOUL.md");
  }

  @Test
  void namesOfAnyBytesAndLongNamesAreKept() throws Exception {
    String deep = "n".repeat(255) + "/" + "m".repeat(255);
    CopyKit.shell(workspace, "mkdir -p d/" + deep + "; ln -s $(printf %0500d 7) d/long");
    HostileTree.misnamed(workspace.resolve("d"));
    copy.give();
    byte[] tar;
    try (AgentFiles.Download one =
        copy.kit.files().read("bob", Optional.empty(), "/workspace/d/.")) {
      tar = one.tar().readAllBytes();
      assertThat(one.report().complete()).isTrue();
    }
    copy.write("/workspace/copy", tar);
    Process diff =
        new ProcessBuilder("diff", "-r", "--no-dereference", "d", "copy")
            .directory(workspace.toFile())
            .inheritIO()
            .start();
    assertThat(diff.waitFor()).isZero();
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.write(folder.resolve("d.tar"), tar);
    CopyKit.shell(other, "tar xf ../d.tar; diff -r --no-dereference . " + workspace.resolve("d"));
  }

  @Test
  void foldersThatAreTooDeepAreLeftOutWithANote() throws Exception {
    HostileTree.deep(workspace, 3000, "d");
    copy.give();
    Copied copied = copy.read("/workspace/d");
    assertThat(copied.entries()).hasSizeBetween(500, 600);
    assertThat(copied.report().complete()).isFalse();
    assertThat(copied.report().notes()).singleElement().asString().endsWith(": too deep");
    TreeRemover.remove(workspace.resolve("d"));
  }

  @Test
  void manyFilesAreReadAndNotesStayFew() throws Exception {
    CopyKit.shell(
        workspace, "mkdir many; cd many; seq 50000 | xargs touch; seq -f p%g 100 | xargs mkfifo");
    copy.give();
    CopyReport report;
    try (AgentFiles.Download one =
        copy.kit.files().read("bob", Optional.empty(), "/workspace/many")) {
      assertThat(one.tar().transferTo(OutputStream.nullOutputStream())).isEqualTo(512L * 50_003);
      report = one.report();
    }
    assertThat(report.files()).isEqualTo(50_001);
    assertThat(report.notes()).hasSize(20);
    assertThat(report.moreNotes()).isEqualTo(80);
    TreeRemover.remove(workspace.resolve("many"));
  }

  @Test
  void aFileThatShrinksOrGrowsMeanwhileGetsItsAnnouncedSize() throws Exception {
    Path file = workspace.resolve("log");
    for (int size : List.of(1_000, 9_000_000)) {
      Files.write(file, new byte[5_000_000]);
      copy.give();
      try (AgentFiles.Download one =
          copy.kit.files().read("bob", Optional.empty(), "/workspace/log")) {
        assertThat(one.facts().size()).isEqualTo(5_000_000);
        assertThat(one.tar().readNBytes(1)).hasSize(1); // the size is announced
        try (var change = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
          if (size < 5_000_000) {
            change.truncate(size);
          } else {
            change.position(size).write(ByteBuffer.allocate(1));
          }
        }
        assertThat(one.tar().readAllBytes()).hasSize(511 + 5_000_192 + 1024);
        assertThat(one.report().complete()).isFalse();
        assertThat(one.report().notes())
            .containsExactly("/workspace/log: changed while it was read");
      }
    }
  }

  @Test
  void aCopyThatItsReaderLeavesEnds() throws Exception {
    Files.write(workspace.resolve("large"), new byte[9_000_000]);
    copy.give();
    try (AgentFiles.Download one = copy.kit.files().read("bob", Optional.empty(), "/workspace")) {
      assertThat(one.tar().readNBytes(1000)).hasSize(1000);
    }
    AgentKit.eventually(
        "the thread of the copy ends",
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("files-" + copy.agent.id())));
  }

  @Test
  void aStoppedAgentCanBeCopied() throws IOException {
    copy.write("/workspace", CopyKit.tar(CopyKit.file("x", "x")));
    var unused = copy.kit.keeper().stop("bob", Duration.ofSeconds(1));
    assertThat(copy.read("/workspace/x").entries()).containsEntry("x", "x");
  }
}
