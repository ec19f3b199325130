package dev.otters.agents.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.tar.TarBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BuildContextTest {
  @TempDir Path folder;

  @Test
  void filesFoldersAndLinksArriveAndGoWithTheContext() throws IOException {
    InputStream tar =
        new Tars()
                .file("Agentfile", "FROM scratch\n")
                .folder("docs")
                .file("docs/deep/a.txt", "a")
                .hardLink("docs/b.txt", "docs/deep/a.txt")
                .link("current", "docs/deep")
                .stream();
    Path received;
    try (BuildContext context = BuildContext.receive(tar, parent())) {
      received = context.folder();
      assertThat(received.resolve("Agentfile")).hasContent("FROM scratch\n");
      assertThat(received.resolve("docs/b.txt")).hasContent("a");
      assertThat(received.resolve("current")).isSymbolicLink();
      assertThat(received.resolve("current/a.txt")).hasContent("a");
    }
    assertThat(received).doesNotExist();
  }

  static Stream<Arguments> hostile() {
    return Stream.of(
        Arguments.of("a name that leaves the folder", new Tars().file("../evil", "x")),
        Arguments.of("a file through a link", new Tars().link("a", "/etc").file("a/evil", "x")),
        Arguments.of("a link through a link", new Tars().link("a", "/tmp").link("a/evil", "/etc")),
        Arguments.of("a hard link to a file of the host", new Tars().hardLink("a", "/etc/passwd")),
        Arguments.of(
            "a hard link to a link", new Tars().link("a", "/etc/passwd").hardLink("b", "a")),
        Arguments.of("a pipe", new Tars().pipe("a")),
        Arguments.of("a file twice", new Tars().file("a", "1").file("a", "2")),
        Arguments.of("a file that is a folder", new Tars().file("a", "1").file("a/b", "2")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hostile")
  void whatCannotBeABuildsInputIsRefusedAndLeavesNothing(String what, Tars tar) throws IOException {
    assertThatThrownBy(() -> BuildContext.receive(tar.stream(), parent()))
        .as(what)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.CONTEXT_INVALID));
    assertNothingIsLeft();
    assertThat(Path.of("/tmp/evil")).doesNotExist();
    assertThat(folder.resolve("evil")).doesNotExist();
  }

  @Test
  void whatIsNoTarIsRefused() throws IOException {
    InputStream text = new ByteArrayInputStream("x".repeat(2000).getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> BuildContext.receive(text, parent())).isInstanceOf(ApiException.class);
    assertNothingIsLeft();
  }

  @Test
  void moreThanTheBoundsIsRefused() throws IOException {
    Tars many = new Tars();
    for (int i = 0; i < 11; i++) {
      many.file("f" + i, "");
    }
    Tars large = new Tars().file("large", "x".repeat(20_000));

    assertThatThrownBy(
            () -> BuildContext.receive(many.stream(), parent(), new TarBudget(10, 1_000_000)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("more than 10 entries");
    assertThatThrownBy(
            () -> BuildContext.receive(large.stream(), parent(), new TarBudget(10, 10_000)))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("more than 10000 bytes");
    assertNothingIsLeft();
  }

  private Path parent() {
    return folder.resolve("builds");
  }

  private void assertNothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.exists(parent()) ? Files.list(parent()) : Stream.empty()) {
      assertThat(left).isEmpty();
    }
  }
}
