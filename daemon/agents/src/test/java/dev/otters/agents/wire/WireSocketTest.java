package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Where agents' sockets are made, and whom they serve. */
class WireSocketTest extends WireKitTest {
  @Test
  void aPathThatIsTooLongLeavesNothingBehind() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("x".repeat(120)));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> kit.wire.open(UUID.randomUUID(), deep, kit.id("unix:uid"), kit.id("unix:gid")));
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void aSocketOfAnotherUserServesThatUserAlone() throws IOException {
    assumeTrue(kit.id("unix:uid") == 0, "needs root");
    UUID other = UUID.randomUUID();
    Path otherFolder = Files.createDirectory(folder.resolve("o"));
    kit.wire.open(other, otherFolder, 64_000, 64_000);
    Path socket = otherFolder.resolve("d.sock");
    assertThat(Files.getAttribute(socket, "unix:uid")).isEqualTo(64_000);
    try (RuntimeClient root = RuntimeClient.connect(socket)) {
      root.awaitClose();
    }
  }
}
