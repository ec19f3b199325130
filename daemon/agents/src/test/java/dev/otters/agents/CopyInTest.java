package dev.otters.agents;

import static dev.otters.agents.CopyKit.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.tar.TarEntry;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.SmallDisk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CopyInTest extends CopyTest {
  @Test
  void theRemovalOfAnAgentEndsACopyIntoIt() throws Exception {
    PipedOutputStream client = new PipedOutputStream();
    PipedInputStream tar = new PipedInputStream(client, 1 << 16);
    byte[] first = CopyKit.tar(CopyKit.file("first", "xxx"));
    CompletableFuture<CopyReport> report = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                report.complete(copy.write("/workspace", Optional.empty(), tar));
              } catch (IOException | RuntimeException e) {
                report.completeExceptionally(e);
              }
            });
    client.write(first, 0, 1024);
    client.flush();
    AgentKit.eventually("the first file", () -> Files.exists(workspace.resolve("first")));

    copy.kit.keeper().remove("bob", true, false);

    assertThat(copy.kit.root(copy.agent)).doesNotExist();
    client.close();
    assertThat(report)
        .failsWithin(Duration.ofSeconds(20))
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND))
        .withMessage("agent bob was removed during the copy");
  }

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
    assertThat(CopyKit.names(workspace))
        .containsOnly(".otters-runtime", "a", "agent", "b", "shared");
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
    assertThat(CopyKit.names(workspace)).containsExactly(".otters-runtime", "agent", "shared");
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
}
