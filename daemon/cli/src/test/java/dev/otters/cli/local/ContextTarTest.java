package dev.otters.cli.local;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextTarTest {
  private static final long MOST = 1 << 20;

  @TempDir Path folder;
  @TempDir Path elsewhere;

  private BuildSource source(String agentfile) throws IOException {
    Path file = Files.writeString(folder.resolve("Agentfile"), agentfile);
    return new BuildSource.Folder(folder, file);
  }

  private void file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "content of " + name);
  }

  @Test
  void anAgentfileThatIsFarTooLargeIsNotSent() {
    assertThatThrownBy(() -> ContextTar.of(source("#".repeat(3 << 20)), MOST))
        .isInstanceOf(ApiException.class)
        .hasMessage("Agentfile is larger than 1 MiB");
  }

  @Test
  void anAgentfileThatNamesNoFileIsSentAlone() throws IOException {
    file("large/thing");
    assertThat(ContextTar.of(source("FROM scratch\nNAME x\n# add me\n"), MOST).names())
        .containsExactly("Agentfile");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ADD a\n",
        "SKILL talk skills/talk\n",
        "  add a\n",
        "FROM scratch\n\tAdd\ta\n",
        "CONTEXT X file://a\n",
        "ARG K=ADD\n${K} a\n"
      })
  void anAgentfileThatMayNameFilesIsSentWithAllOfThem(String agentfile) throws IOException {
    file("a");
    file("b/c");
    assertThat(ContextTar.of(source(agentfile), MOST).names())
        .containsExactly("Agentfile", "a", "b/c");
  }

  @Test
  void ignoredFilesStayButForTheAgentfile() throws IOException {
    file("a");
    file("out/x");
    file("out/keep");
    Files.writeString(
        folder.resolve(".agentfileignore"), "out\n!out/keep\nAgentfile\n.agentfileignore\n");
    assertThat(ContextTar.of(source("ADD a"), MOST).names())
        .containsExactly("Agentfile", "a", "out/keep");
  }

  @Test
  void linksInsideAreSentAsFilesAndOthersAreNot() throws IOException {
    file("a");
    file("dir/b");
    Files.createSymbolicLink(folder.resolve("to-a"), Path.of("a"));
    Files.createSymbolicLink(folder.resolve("to-dir"), Path.of("dir"));
    Files.createSymbolicLink(
        folder.resolve("out"), Files.writeString(elsewhere.resolve("secret"), "s"));
    Files.createSymbolicLink(folder.resolve("broken"), Path.of("nothing"));
    ContextTar tar = ContextTar.of(source("ADD a"), MOST);
    assertThat(tar.names()).containsExactly("Agentfile", "a", "dir/b", "to-a");
    assertThat(tar.left()).containsExactlyInAnyOrder("to-dir", "out", "broken");
  }

  @Test
  void aLinkToTheFolderIsFollowed() throws IOException {
    file("a");
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), folder);
    source("ADD a");
    BuildSource source = new BuildSource.Folder(link, link.resolve("Agentfile"));
    ContextTar tar = ContextTar.of(source, MOST);
    assertThat(tar.names()).containsExactly("Agentfile", "a");
    assertThat(tar.left()).isEmpty();
  }

  @Test
  void aContextThatIsTooLargeIsRefusedBeforeAnythingIsSent() throws IOException {
    Files.write(folder.resolve("big"), new byte[(int) MOST + 1]);
    BuildSource source = source("ADD big");
    assertThatThrownBy(() -> ContextTar.of(source, MOST))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.CONTEXT_TOO_LARGE);
              assertThat(e.problem().title()).endsWith("is larger than 1 MiB");
            });
  }

  @Test
  void theLimitIsTheSumOfAllFilesAndLinks() throws IOException {
    Files.write(folder.resolve("a"), new byte[1000]);
    Files.createSymbolicLink(folder.resolve("b"), Path.of("a"));
    BuildSource source = source("ADD a");
    long sum = 2000 + Files.size(folder.resolve("Agentfile"));

    assertThat(ContextTar.of(source, sum).names()).containsExactly("Agentfile", "a", "b");
    assertThatThrownBy(() -> ContextTar.of(source, sum - 1)).isInstanceOf(ApiException.class);
  }

  @ParameterizedTest
  @CsvSource({"100, false", "101, true"})
  void onlyALongNameHasAHeaderOfItsOwn(int length, boolean pax) throws IOException {
    String name = "n".repeat(length);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TarWriter tar = new TarWriter(out);
    tar.file(name, "content".getBytes(US_ASCII));
    tar.finish();
    String text = out.toString(US_ASCII);

    assertThat(text).hasSize(512 * (pax ? 6 : 4)).endsWith("\0".repeat(1024));
    assertThat(text.charAt(156)).isEqualTo(pax ? 'x' : '0');
    String header = text.substring(pax ? 1024 : 0);
    assertThat(header.substring(100, 156))
        .isEqualTo(
            "0000644\0"
                + "0000000\0".repeat(2)
                + "00000000007\0"
                + "0".repeat(11)
                + "\0"
                + "%06o\0 ".formatted(sum(header)));
    assertThat(header.substring(257, 265)).isEqualTo("ustar\00000");
    assertThat(text.startsWith(name)).isNotEqualTo(pax);
    assertThat(text.contains("111 path=" + name + "\n")).isEqualTo(pax);
  }

  /** Returns the sum of a header's characters, with blanks in place of the sum itself. */
  private static int sum(String header) {
    return (header.substring(0, 148) + " ".repeat(8) + header.substring(156, 512)).chars().sum();
  }

  @Test
  void tarReadsWhatIsWritten() throws Exception {
    file("a");
    String deep = "a-folder-with-a-long-name/".repeat(6) + "ünd-ein-name-mit-umlaut";
    file(deep);
    Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path tar = elsewhere.resolve("context.tar");
    try (OutputStream out = Files.newOutputStream(tar)) {
      ContextTar.of(source("ADD a"), MOST).write(out);
    }
    Path target = Files.createDirectory(elsewhere.resolve("out"));
    Process process =
        new ProcessBuilder("tar", "-xf", tar.toString(), "-C", target.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
    assertThat(target.resolve(deep)).hasContent("content of " + deep);
    assertThat(target.resolve("a")).hasContent("content of a");
    assertThat(Files.isExecutable(target.resolve("program"))).isTrue();
    assertThat(Files.isExecutable(target.resolve("a"))).isFalse();
  }

  @Test
  void theSameFilesGiveTheSameBytes() throws IOException {
    file("a");
    file("b");
    BuildSource source = source("ADD a");
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    ByteArrayOutputStream second = new ByteArrayOutputStream();
    ContextTar.of(source, MOST).write(first);
    Files.setLastModifiedTime(folder.resolve("a"), FileTime.fromMillis(0));
    ContextTar.of(source, MOST).write(second);
    assertThat(second.toByteArray()).isEqualTo(first.toByteArray());
  }

  @Test
  void aFileThatGrowsWhileItIsReadIsAnError() throws IOException {
    assertThatThrownBy(
            () ->
                new TarWriter(OutputStream.nullOutputStream())
                    .file("x", Path.of("/proc/self/status")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("changed while it was read");
  }
}
