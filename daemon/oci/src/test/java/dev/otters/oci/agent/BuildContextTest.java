package dev.otters.oci.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuildContextTest {
  @TempDir private Path folder;
  private BuildContext context;

  @BeforeEach
  void fillContext() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root/sub"));
    Path parent = folder.resolve("root");
    Files.writeString(folder.resolve("secret"), "secret");
    Files.writeString(root.resolve("file"), "inside");
    Files.createSymbolicLink(parent.resolve("good"), Path.of("sub/../sub/file"));
    Files.createSymbolicLink(parent.resolve("folder"), Path.of("sub"));
    Files.createSymbolicLink(parent.resolve("out"), Path.of("../secret"));
    Files.createSymbolicLink(parent.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(parent.resolve("loop"), Path.of("loop"));
    assertThat(new ProcessBuilder("mkfifo", parent.resolve("pipe").toString()).start().waitFor())
        .isZero();
    context = new BuildContext(parent);
  }

  @ParameterizedTest
  @CsvSource({"sub/file", "./sub/./file", "good", "folder/file"})
  void regularFilesInsideAreOpened(String path) throws Exception {
    try (BuildContext.Opened file = context.open(path)) {
      assertThat(file.stream()).hasContent("inside");
      assertThat(file.size()).isEqualTo(6);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "../secret, outside",
    "sub/../../secret, outside",
    "out, outside",
    "up/secret, outside",
    "up, outside",
    "., outside",
    "/etc/passwd, must be a path inside",
    "none, does not exist",
    "sub/file/x, ''",
    "sub, is a folder",
    "folder, is a folder",
    "pipe, is not a regular file",
    "loop, ''",
  })
  void everythingElseIsRefused(String path, String why) {
    assertThatExceptionOfType(BuildContext.Refused.class)
        .isThrownBy(() -> context.open(path))
        .withMessageContaining(why);
  }

  @Test
  void aMissingContextIsAnError() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> new BuildContext(folder.resolve("none")));
  }
}
