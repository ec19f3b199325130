package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.text.WatchedFile.Read;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
  @TempDir Path folder;
  private Path file;
  private final List<String> before = new ArrayList<>();
  private WatchedFile<String> watched;

  @BeforeEach
  void watch() {
    file = folder.resolve("settings");
    watched = new WatchedFile<>(file, "missing", this::read);
  }

  private Read<String> read(String last) {
    before.add(last);
    Optional<FileStamp> stamp = FileStamp.look(file);
    try {
      return new Read<>(Files.exists(file) ? Files.readString(file) : "missing", stamp);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aMissingFileIsNotRead() {
    assertThat(watched.content()).isEqualTo("missing");
    assertThat(before).isEmpty();
  }

  @Test
  void aFileIsReadAfterEachChangeAndNoMoreOften() throws IOException {
    Files.writeString(file, "one");
    assertThat(watched.content()).isEqualTo("one");
    assertThat(watched.content()).isEqualTo("one");
    Files.writeString(file, "two, longer");
    assertThat(watched.content()).isEqualTo("two, longer");
    Files.delete(file);
    assertThat(watched.content()).isEqualTo("missing");
    assertThat(watched.content()).isEqualTo("missing");
    assertThat(before).containsExactly("missing", "one", "two, longer");
  }

  @Test
  void aFileThatAnotherOfTheSameSizeReplacesIsReadAgain() throws IOException {
    Files.writeString(file, "one");
    assertThat(watched.content()).isEqualTo("one");
    Path other = Files.writeString(folder.resolve("other"), "two");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(watched.content()).isEqualTo("two");
  }

  @Test
  void aFileIsReadOnRequestAlsoWithoutAChange() {
    watched.read();
    assertThat(before).containsExactly("missing");
  }
}
