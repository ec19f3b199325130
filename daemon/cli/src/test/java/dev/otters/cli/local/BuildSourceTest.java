package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.cli.command.UsageException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BuildSourceTest {
  @TempDir Path folder;
  private UserPaths places;

  @BeforeEach
  void makeFiles() throws IOException {
    Files.createDirectories(folder.resolve("guide/sub"));
    Files.createDirectories(folder.resolve("empty"));
    Files.writeString(folder.resolve("guide/Agentfile"), "FROM scratch");
    Files.writeString(folder.resolve("guide/sub/other"), "FROM scratch");
    Files.writeString(folder.resolve("my.agentfile"), "FROM scratch");
    Files.writeString(folder.resolve("s.Agentfile"), "FROM scratch");
    Files.writeString(folder.resolve("notes"), "");
    places = new UserPaths(folder, folder.resolve("home"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-",
        ".",
        "..",
        "~",
        "./x",
        "../x",
        "/x",
        "~/x",
        "guide",
        "my.agentfile",
        "s.Agentfile",
        "guide/Agentfile"
      })
  void pathsAreBuilt(String word) {
    assertThat(BuildSource.isPath(word, places)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"guide:latest", "other", "notes", "ghcr.io/x/y:1", "127.0.0.1:5000/a", "", "-x"})
  void everythingElseIsAReference(String word) {
    assertThat(BuildSource.isPath(word, places)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "My Project, my-project",
    ".hidden.., hidden",
    "a__b--c.d, a-b-c.d",
    "otter_tools, otter_tools",
    "日本, ",
  })
  void anImageWithoutANameIsCalledAfterItsFolder(String name, String expected) throws IOException {
    Path made = Files.createDirectories(folder.resolve(name));
    Files.writeString(made.resolve("Agentfile"), "FROM scratch");

    assertThat(of("./" + name, null).usualName()).isEqualTo(Optional.ofNullable(expected));
  }

  @Test
  void anAgentfileOfANameOfItsOwnGivesThatAndStandardInputNone() {
    assertThat(of("my.agentfile", null).usualName()).contains("my");
    assertThat(of("s.Agentfile", null).usualName()).contains("s");
    assertThat(of("guide", "guide/sub/other").usualName()).contains("guide");
    assertThat(of("-", null).usualName()).isEmpty();
  }

  private BuildSource of(String word, String file) {
    return BuildSource.of(
        word,
        Optional.ofNullable(file),
        places,
        new ByteArrayInputStream("FROM scratch\n".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aFolderHasItsAgentfileAndAFileItsFolder() {
    BuildSource.Folder guide =
        new BuildSource.Folder(folder.resolve("guide"), folder.resolve("guide/Agentfile"));
    assertThat(of("guide", null)).isEqualTo(guide);
    assertThat(of("./guide/Agentfile", null)).isEqualTo(guide);
    assertThat(guide.file()).isEqualTo("Agentfile");
  }

  @Test
  void anotherAgentfileIsNamedFromTheWorkingFolder() {
    assertThat(of("guide", "guide/sub/other").file()).isEqualTo("sub/other");
    assertThat(of("guide", "my.agentfile").file()).isEqualTo("my.agentfile");
  }

  @Test
  void standardInputIsAnAgentfile() {
    assertThat(of("-", null).file()).isEqualTo("Agentfile");
  }

  @Test
  void whatIsNotThereIsNamed() {
    assertThatThrownBy(() -> of("./none", null))
        .hasMessage(folder.resolve("none") + " does not exist");
    assertThatThrownBy(() -> of("empty", null))
        .hasMessage(folder.resolve("empty/Agentfile") + " does not exist");
    assertThatThrownBy(() -> of("guide", "none"))
        .hasMessage(folder.resolve("none") + " does not exist");
    assertThatThrownBy(() -> of("my.agentfile", "x")).hasMessageStartingWith("-f needs a folder");
    assertThatThrownBy(() -> of("-", "x")).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> of("guide", "-")).hasMessage("-f and - exclude each other");
    // A pipe without a writer would be waited for.
    assertThatThrownBy(() -> of("/dev/null", null))
        .hasMessage("/dev/null is neither a folder nor a regular file");
  }
}
