package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageCommandTest {
  @TempDir Path image;

  @BeforeEach
  void files() throws IOException {
    Files.createDirectories(image.resolve("bin"));
    for (String name : List.of("bin/run", "a.jar", "b.jar")) {
      Files.createFile(image.resolve(name));
    }
    assertThat(image.resolve("bin/run").toFile().setExecutable(true)).isTrue();
  }

  private List<String> of(String... command) {
    return new ImageCommand(image).of(List.of(command));
  }

  @Test
  void pathsOfTheImagesFilesAreMapped() {
    assertThat(of("/bin/run", "-cp", "/a.jar:/b.jar", "-X=/a.jar"))
        .containsExactly(
            image + "/bin/run",
            "-cp",
            image + "/a.jar:" + image + "/b.jar",
            "-X=" + image + "/a.jar");
  }

  @Test
  void otherWordsStayAsTheyAre() {
    assertThat(of("/bin/run", "/c.jar", "/bin", "x/a.jar", "cat /a.jar", "/../../etc/passwd"))
        .containsExactly(
            image + "/bin/run", "/c.jar", "/bin", "x/a.jar", "cat /a.jar", "/../../etc/passwd");
  }

  @Test
  void anArgumentFileBecomesItsLines() throws IOException {
    Files.createSymbolicLink(image.resolve("link"), Path.of("/etc/hostname"));
    assertThat(of("/bin/run", "@/link", "/link"))
        .containsExactly(image + "/bin/run", "@/link", "/link");
    Files.writeString(image.resolve("arguments"), "-Xa\n-cp\n/a.jar\n");
    assertThat(of("/bin/run", "@/arguments", "@/none"))
        .containsExactly(image + "/bin/run", "-Xa", "-cp", image + "/a.jar", "@/none");
  }

  @Test
  void aMissingProgramIsTheImagesFault() {
    for (String program : List.of("/bin/none", "run", "/a.jar", "/bin")) {
      assertThatThrownBy(() -> of(program))
          .isInstanceOf(ExecutorException.class)
          .hasMessageContaining(program);
    }
  }
}
