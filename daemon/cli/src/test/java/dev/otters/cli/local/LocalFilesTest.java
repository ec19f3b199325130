package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarEntry.Kind;
import dev.otters.api.tar.TarOut;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LocalFilesTest {
  @TempDir Path folder;
  private Path local;
  private Path outside;

  @BeforeEach
  void make() throws IOException {
    local = Files.createDirectory(folder.resolve("local"));
    outside = Files.createDirectory(folder.resolve("outside"));
  }

  private static TarEntry entry(Kind kind, String name, String target) {
    return new TarEntry(kind, name, target, kind == Kind.FILE ? 3 : 0, 0777, 1_000_000_000);
  }

  private static TarEntry file(String name) {
    return entry(Kind.FILE, name, "");
  }

  private static byte[] tar(TarEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut tar = new TarOut(bytes);
    for (TarEntry entry : entries) {
      if (entry.kind() == Kind.FILE) {
        byte[] text = "xxx".getBytes(StandardCharsets.US_ASCII);
        assertThat(tar.add(entry, new ByteArrayInputStream(text)::read)).isTrue();
      } else {
        tar.add(entry);
      }
    }
    tar.finish();
    return bytes.toByteArray();
  }

  private static void unpack(Path to, boolean strip, TarEntry... entries) throws IOException {
    LocalFiles.unpack(new ByteArrayInputStream(tar(entries)), to, strip);
  }

  @Test
  void whatIsPackedIsUnpackedWithNamesOfAnyBytes() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    Process shell =
        new ProcessBuilder(
                "sh",
                "-ec",
                """
                mkdir -p d/e "$(printf 'b\\377\\nä')" $(printf %0250d/%0250d 1 2); echo one >d/one
                echo two >"$(printf 'b\\377\\nä/f%%')"; ln -s ../.. d/up; ln -s / d/root
                ln -s "$(printf 'x\\377')" d/odd; chmod 755 d/one; touch -d @1000 d/one
                """)
            .directory(source.toFile())
            .inheritIO()
            .start();
    assertThat(shell.waitFor()).isZero();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    LocalFiles.pack(
        source,
        packed,
        (path, why) -> assertThat(path).isNull(),
        (path, why) -> assertThat(path).isNull());
    Path copy = folder.resolve("copy");
    LocalFiles.unpack(new ByteArrayInputStream(packed.toByteArray()), copy, false);
    Process diff =
        new ProcessBuilder("diff", "-r", "--no-dereference", "source", "copy")
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assertThat(diff.waitFor()).isZero();
    assertThat(Files.isExecutable(copy.resolve("d/one"))).isTrue();
    assertThat(Files.getLastModifiedTime(copy.resolve("d/one")).toMillis()).isEqualTo(1_000_000);
  }

  @Test
  void specialFilesAreLeftOutAndUnreadableOnesAreLost() throws Exception {
    Process pipe = new ProcessBuilder("mkfifo", local.resolve("pipe").toString()).start();
    assertThat(pipe.waitFor()).isZero();
    List<String> left = new ArrayList<>();
    LocalFiles.pack(
        local,
        new ByteArrayOutputStream(),
        (path, why) -> assertThat(path).isNull(),
        (path, why) -> left.add(path.getFileName() + ": " + why));
    assertThat(left).containsExactly("pipe: a socket, pipe or device");
    assertThatIOException()
        .isThrownBy(
            () ->
                LocalFiles.pack(
                    folder.resolve("none"),
                    new ByteArrayOutputStream(),
                    (path, why) -> {},
                    (path, why) -> {}));
  }

  @Test
  void theTargetIsChosenAsDockerDoes() throws IOException {
    TarEntry top = entry(Kind.FOLDER, "top/", "");
    unpack(local, true, top, file("top/a"));
    assertThat(local.resolve("top/a")).hasContent("xxx");
    unpack(folder.resolve("new"), true, top, file("top/a"));
    assertThat(folder.resolve("new/a")).hasContent("xxx");
    unpack(local.resolve("renamed"), true, file("a"));
    assertThat(local.resolve("renamed")).hasContent("xxx");
    unpack(local, false, entry(Kind.FOLDER, "./", ""), file("./b"));
    assertThat(local.resolve("b")).hasContent("xxx");
    assertThat((int) Files.getAttribute(local.resolve("b"), "unix:mode") & 0777).isEqualTo(0755);
  }

  @Test
  void aLinkAtTheNameOfAFileIsReplacedAndNotFollowed() throws IOException {
    Path victim = Files.writeString(outside.resolve("victim"), "victim");
    Files.createSymbolicLink(local.resolve("a"), victim);
    unpack(local, true, file("a"));
    assertThat(victim).hasContent("victim");
    assertThat(local.resolve("a")).isRegularFile().hasContent("xxx");
  }

  static List<List<TarEntry>> hostile() {
    TarEntry top = entry(Kind.FOLDER, "top/", "");
    return List.of(
        List.of(top, file("../x")),
        List.of(top, file("top/../../x")),
        List.of(top, file("/x")),
        List.of(file(".")),
        List.of(top, file("top/none/x")),
        List.of(top, entry(Kind.LINK, "top/l", "../../outside"), file("top/l/x")),
        List.of(top, entry(Kind.LINK, "top/l", "../../outside"), entry(Kind.FOLDER, "top/l/", "")),
        List.of(entry(Kind.LINK, "top", "../outside"), file("top/x")),
        List.of(top, entry(Kind.FOLDER, "top/d/", ""), file("top/d")),
        List.of(top, file("top/f"), file("top/f/x")),
        List.of(top, entry(Kind.HARD_LINK, "top/h", "../outside/x")),
        List.of(top, entry(Kind.OTHER, "top/dev", "")));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void aHostileTarWritesNothingOutside(List<TarEntry> entries) throws IOException {
    byte[] tar = tar(entries.toArray(TarEntry[]::new));
    assertThatIOException()
        .isThrownBy(() -> LocalFiles.unpack(new ByteArrayInputStream(tar), local, true));
    assertThat(outside).isEmptyDirectory();
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("local", "outside");
  }

  @Test
  void aTarThatEndsEarlyLeavesNoPartOfAFile() throws IOException {
    byte[] tar = tar(file("a"));
    assertThatIOException()
        .isThrownBy(() -> LocalFiles.unpack(new ByteArrayInputStream(tar, 0, 513), local, true))
        .withMessage("the tar ends early");
    assertThat(local).isEmptyDirectory();
  }
}
