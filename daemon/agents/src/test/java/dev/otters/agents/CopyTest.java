package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.agents.CopyKit.Copied;
import dev.otters.agents.files.AgentFiles;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.tar.TarEntry;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.testkit.HostileTree;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.SmallDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class CopyTest {
  @TempDir Path folder;
  @AutoClose private CopyKit copy;
  private Path workspace;

  @BeforeEach
  void open() throws IOException {
    copy = new CopyKit(folder);
    workspace = copy.workspace;
  }

  private static void assertRefused(ErrorCode code, String text, ThrowingCallable work) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(work)
        .satisfies(
            e -> {
              assertThat(e.problem().title()).contains(text);
              assertThat(e.problem().code()).isEqualTo(code);
            });
  }

  // Reading.

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
            "/workspace/pipe: a socket, pipe or device",
            "/workspace/shared: a mount, copy it by its own path");
  }

  @Test
  void namesOfAnyBytesAndLongNamesAreKept() throws Exception {
    String deep = "n".repeat(255) + "/" + "m".repeat(255);
    CopyKit.shell(workspace, "mkdir -p d/" + deep + "; ln -s $(printf %0500d 7) d/long");
    HostileTree.misnamed(workspace.resolve("d"));
    copy.give();
    byte[] tar;
    try (AgentFiles.Download one = copy.kit.files().read("bob", "/workspace/d/.")) {
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
    try (AgentFiles.Download one = copy.kit.files().read("bob", "/workspace/many")) {
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
      try (AgentFiles.Download one = copy.kit.files().read("bob", "/workspace/log")) {
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
    try (AgentFiles.Download one = copy.kit.files().read("bob", "/workspace")) {
      assertThat(one.tar().readNBytes(1000)).hasSize(1000);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("files-" + copy.agent.id()));
  }

  @Test
  void aStoppedAgentCanBeCopied() throws IOException {
    copy.write("/workspace", CopyKit.tar(CopyKit.file("x", "x")));
    var unused = copy.kit.keeper().stop("bob", Duration.ofSeconds(1));
    assertThat(copy.read("/workspace/x").entries()).containsEntry("x", "x");
  }

  // Writing.

  @ParameterizedTest
  @CsvSource({
    "/workspace/new, folder, new/in",
    "/workspace/new, file, new",
    "/workspace/old, folder, old/given/in",
    "/workspace/old/, file, old/given",
    "/workspace/old/file, file, old/file",
    "/workspace/to-old, file, old/given",
    "/tmp/new, file, ../tmp/new",
    "/var/lib/new, folder, ../var/lib/new/in",
  })
  void theTargetIsChosenAsDockerDoes(String path, String kind, String result) throws Exception {
    CopyKit.shell(workspace, "mkdir old; echo old >old/file; ln -s old to-old");
    copy.give();
    byte[] tar =
        kind.equals("file")
            ? CopyKit.tar(CopyKit.file(".", "xxx"))
            : CopyKit.tar(CopyKit.folder("./"), CopyKit.file("./in", "xxx"));
    CopyReport report = copy.write(path, Optional.of("given"), new ByteArrayInputStream(tar));
    assertThat(workspace.resolve(result)).hasContent("xxx");
    assertThat(report.bytes()).isEqualTo(3);
    assertThat(Files.getAttribute(workspace.resolve(result), "unix:uid")).isEqualTo(copy.uid());
    assertThat(Files.getLastModifiedTime(workspace.resolve(result)).toMillis())
        .isEqualTo(1_000_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "/workspace/none/, file, NOT_FOUND",
    "/workspace/none/x, file, NOT_FOUND",
    "/workspace/file, folder, CONFLICT",
    "/workspace/file/, file, NOT_FOUND",
    "/workspace/taken, file, CONFLICT",
    "/workspace/pipe, file, CONFLICT",
    "/fixed, file, FORBIDDEN",
    "/usr/x, file, FORBIDDEN",
  })
  void aTargetThatDoesNotFitIsRefused(String path, String kind, ErrorCode code) throws Exception {
    CopyKit.shell(workspace, "echo old >file; mkdir -p taken/given; mkfifo pipe");
    copy.give();
    List<String> before = CopyKit.names(workspace);
    byte[] tar =
        kind.equals("file")
            ? CopyKit.tar(CopyKit.file(".", "xxx"))
            : CopyKit.tar(CopyKit.folder("./"), CopyKit.file("./in", "xxx"));
    assertRefused(
        code, "", () -> copy.write(path, Optional.of("given"), new ByteArrayInputStream(tar)));
    assertThat(CopyKit.names(workspace)).isEqualTo(before);
    assertThat(workspace.resolve("file")).hasContent("old");
    assertThat(copy.fixed).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".", "a/b", "../x", "/"})
  void aNameThatIsAPathIsRefused(String name) throws IOException {
    byte[] tar = CopyKit.tar(CopyKit.file(".", "xxx"));
    assertRefused(
        ErrorCode.INVALID_REQUEST,
        "is not a name",
        () -> copy.write("/workspace", Optional.of(name), new ByteArrayInputStream(tar)));
  }

  @Test
  void aTarOfTheMachinesToolIsUnpacked() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    CopyKit.shell(
        source,
        """
        mkdir -p a/b; echo one >a/one; ln a/one a/two; ln -s one a/link; chmod 4711 a/one
        echo deep >a/$(printf %0200d 1); tar cf ../gnu.tar .; tar --format=pax -cf ../pax.tar .
        tar --format=ustar -cf ../ustar.tar a/b a/one a/two a/link
        """);
    for (String format : List.of("gnu", "pax", "ustar")) {
      copy.write("/tmp", Files.readAllBytes(folder.resolve(format + ".tar")));
      Path tmp = copy.kit.root(copy.agent).resolve("tmp");
      assertThat(tmp.resolve("a/two")).hasContent("one");
      assertThat(Files.readSymbolicLink(tmp.resolve("a/link"))).hasToString("one");
      assertThat(Files.getAttribute(tmp.resolve("a/one"), "unix:mode")).isEqualTo(0100711);
      assertThat(Files.getAttribute(tmp.resolve("a/one"), "unix:nlink")).isEqualTo(2);
      CopyKit.shell(tmp, "rm -r a");
    }
  }

  static List<Hostile> hostile() {
    return List.of(
        new Hostile("not allowed", CopyKit.file("../x", "x")),
        new Hostile("not allowed", CopyKit.file("a/../../x", "x")),
        new Hostile("not allowed", CopyKit.file("/tmp/x", "x")),
        new Hostile("not allowed", CopyKit.file("n".repeat(256), "x")),
        new Hostile("too deep", CopyKit.folder("d/".repeat(600))),
        new Hostile("not a folder", CopyKit.link("l", "/tmp"), CopyKit.file("l/x", "x")),
        new Hostile("not a folder", CopyKit.link("l", ".."), CopyKit.folder("l/")),
        new Hostile("not a folder", CopyKit.file("f", "x"), CopyKit.file("f/x", "x")),
        new Hostile("is a folder", CopyKit.folder("d/"), CopyKit.file("d", "x")),
        new Hostile("without a target", CopyKit.link("l", "")),
        new Hostile("which is not one of", CopyKit.hardLink("h", "old")),
        new Hostile("symbolic link", CopyKit.link("l", "/etc"), CopyKit.hardLink("h", "l/passwd")),
        new Hostile("which is not one of", CopyKit.link("l", "old"), CopyKit.hardLink("h", "l")),
        new Hostile("not allowed", CopyKit.hardLink("h", "../old")),
        new Hostile("is a mount", CopyKit.file("shared/x", "x")),
        new Hostile("is a mount", CopyKit.file("shared", "x")),
        new Hostile("device or pipe", new TarEntry(TarEntry.Kind.OTHER, "dev", "", 0, 0644, 0)));
  }

  record Hostile(String why, List<TarEntry> entries) {
    Hostile(String why, TarEntry... entries) {
      this(why, List.of(entries));
    }

    @Override
    public String toString() {
      return why + " " + entries.size();
    }
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void aHostileTarIsRefused(Hostile hostile) throws Exception {
    CopyKit.shell(workspace, "echo old >old");
    copy.give();
    Path tmp = copy.kit.root(copy.agent).resolve("tmp");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(
            () -> copy.write("/workspace", CopyKit.tar(hostile.entries().toArray(TarEntry[]::new))))
        .satisfies(e -> assertThat(e.problem().title()).contains(hostile.why()));
    assertThat(tmp).isEmptyDirectory();
    assertThat(copy.shared).isEmptyDirectory();
    assertThat(CopyKit.names(workspace)).noneMatch(name -> name.contains(".otters-cp"));
    assertThat(Files.getAttribute(workspace.resolve("old"), "unix:nlink")).isEqualTo(1);
  }

  @Test
  void aDamagedTarIsRefusedAndLeavesNoPartOfAFile() throws IOException {
    byte[] tar = CopyKit.tar(CopyKit.file("a", "xxx"), CopyKit.file("b", "y".repeat(3000)));
    for (int end : List.of(100, 512, 700, 1024, 1600, 3000, tar.length - 1024)) {
      assertThatExceptionOfType(ApiException.class)
          .as("cut at %s", end)
          .isThrownBy(() -> copy.write("/workspace", Arrays.copyOf(tar, end)))
          .satisfies(e -> assertThat(e.problem().title()).contains("the tar ends early"));
    }
    assertThat(CopyKit.names(workspace)).containsOnly("a", "b", "shared");
    assertRefused(
        ErrorCode.INVALID_REQUEST,
        "not a tar",
        () ->
            copy.write("/workspace", "no tar at all".repeat(100).getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aLinkAtTheNameOfAFileIsReplacedAndNotFollowed() throws Exception {
    Path victim = Files.writeString(folder.resolve("victim"), "victim");
    Files.createSymbolicLink(workspace.resolve("x"), victim);
    copy.give();
    copy.write("/workspace", CopyKit.tar(CopyKit.file("x", "xxx")));
    assertThat(victim).hasContent("victim");
    assertThat(workspace.resolve("x")).isRegularFile().hasContent("xxx");
  }

  @Test
  void aClientThatBreaksOffLeavesNoPartOfAFile() throws IOException {
    byte[] tar = CopyKit.tar(CopyKit.file("a", "x".repeat(900_000)));
    InputStream broken =
        new ByteArrayInputStream(tar, 0, 500_000) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            int read = super.read(bytes, offset, length);
            if (read < 0) {
              throw new IllegalStateException("the client left");
            }
            return read;
          }
        };
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> copy.write("/workspace", Optional.empty(), broken))
        .withMessage("the client left");
    assertThat(CopyKit.names(workspace)).containsExactly("shared");
  }

  @Test
  void aFullDiskIsOneErrorAndLeavesNoPartOfAFile() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    SmallDisk.mount(copy.shared, "0777");
    try {
      byte[] tar =
          CopyKit.tar(CopyKit.file("small", "x"), CopyKit.file("x", "x".repeat(2_000_000)));
      assertRefused(
          ErrorCode.DISK_FULL, "no space left", () -> copy.write("/workspace/shared", tar));
      assertThat(CopyKit.names(copy.shared)).containsExactly("small");
    } finally {
      SmallDisk.unmount(copy.shared);
    }
  }

  // Rights.

  @Test
  void theKernelDecidesWhatTheAgentsUserMayRead() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon has more rights than the agent");
    CopyKit.shell(
        workspace, "echo secret >closed; mkdir locked; echo x >locked/x; echo mine >mine");
    copy.give();
    CopyKit.shell(workspace, "chmod 000 closed locked; echo root >roots; chmod 600 roots");
    Copied copied = copy.read("/workspace");
    assertThat(copied.entries()).containsOnlyKeys("workspace/", "workspace/mine");
    assertThat(copied.report().complete()).isFalse();
    assertThat(copied.report().notes())
        .contains(
            "/workspace/closed: permission denied",
            "/workspace/locked: permission denied",
            "/workspace/roots: permission denied");
    assertRefused(ErrorCode.FORBIDDEN, "permission denied", () -> copy.read("/workspace/locked/x"));
    assertRefused(ErrorCode.FORBIDDEN, "permission denied", () -> copy.read("/workspace/roots"));
  }

  @Test
  void theKernelDecidesWhatTheAgentsUserMayWrite() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon has more rights than the agent");
    CopyKit.shell(workspace, "echo old >closed");
    copy.give();
    CopyKit.shell(
        workspace, "chmod 000 closed; echo old >roots; mkdir -m 755 theirs; echo old >theirs/x");
    for (String name : List.of("closed", "roots", "theirs/x", "theirs/new", "theirs/d/new")) {
      assertRefused(
          ErrorCode.FORBIDDEN,
          "permission denied",
          () -> copy.write("/workspace", CopyKit.tar(CopyKit.file(name, "new"))));
    }
    assertThat(workspace.resolve("closed")).hasContent("old");
    assertThat(workspace.resolve("roots")).hasContent("old");
    assertThat(CopyKit.names(workspace.resolve("theirs"))).containsExactly("x");
  }

  @Test
  void inAMountOfRootTheFilesOfOthersStayClosed() throws Exception {
    assumeTrue(OrdinaryUser.isRoot(), "only root's daemon maps owners");
    CopyKit.shell(
        copy.shared,
        "chmod 755 .; echo root >root; chmod 600 root; echo x >other; chown 64999 other; chmod 600"
            + " other");
    Copied copied = copy.read("/workspace/shared");
    assertThat(copied.entries()).containsOnlyKeys("shared/", "shared/root");
    assertThat(copied.report().notes())
        .containsExactly("/workspace/shared/other: permission denied");
    copy.write("/workspace/shared", CopyKit.tar(CopyKit.file("new", "new")));
    assertThat(Files.getAttribute(copy.shared.resolve("new"), "unix:uid")).isEqualTo(0);
    assertRefused(
        ErrorCode.FORBIDDEN,
        "permission denied",
        () -> copy.write("/workspace/shared", CopyKit.tar(CopyKit.file("other", "new"))));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy.shared)))
        .isEqualTo("rwxr-xr-x");
  }
}
