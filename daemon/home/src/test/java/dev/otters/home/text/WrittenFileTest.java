package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class WrittenFileTest {
  @TempDir Path folder;

  private static void refused(Path file, String why) {
    assertThatThrownBy(() -> WrittenFile.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aTextIsReadAlsoThroughALink() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "näme: x\n");
    Path link = Files.createSymbolicLink(folder.resolve("b"), file);

    assertThat(List.of(WrittenFile.read(file), WrittenFile.read(link)))
        .containsExactly("näme: x\n", "näme: x\n");
  }

  @Test
  void aPipeIsRefusedAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    refused(pipe, "not a file");
  }

  @Test
  void whatIsNoTextIsRefused() throws IOException {
    refused(folder, "not a file");
    refused(Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff}), "not UTF-8");
    assertThatThrownBy(() -> WrittenFile.read(folder.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aFileOfOneMebibyteIsReadAndNoLongerOne() throws IOException {
    Path file = folder.resolve("long");
    String longest = "x".repeat(1 << 20);

    assertThat(WrittenFile.read(Files.writeString(file, longest))).isEqualTo(longest);
    refused(Files.writeString(file, longest + "x"), "longer than 1 MiB");
  }
}
