package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSizeTest {
  @TempDir Path folder;

  @BeforeEach
  void fill() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("a/b/c"));
    Files.write(folder.resolve("one"), new byte[100]);
    Files.write(deep.resolve("two"), new byte[20]);
    Files.createSymbolicLink(deep.resolve("link"), folder.resolve("one"));
  }

  @Test
  void allFilesAreCountedInTime() {
    DiskSize size =
        new DiskSize(Duration.ofMinutes(1)).of(folder.resolve("a"), folder, folder.resolve("no"));
    assertThat(size.bytes()).isEqualTo(140);
    assertThat(size.files()).isEqualTo(3);
    assertThat(size.partial()).isFalse();
  }

  @Test
  void aWalkEndsWhenItsTimeIsOver() {
    DiskSize size = new DiskSize(Duration.ZERO).of(folder, folder);
    assertThat(size.partial()).isTrue();
    assertThat(size.files()).isLessThan(2);
  }
}
