package dev.otters.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryClosureTest {

  private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

  @Test
  void aProgramNeedsItsLibrariesAndTheLoaderAtTheLoadersOwnPath() throws IOException {
    Map<String, Path> libraries = LibraryClosure.of(List.of(JAVA_HOME.resolve("bin/java")));

    assertThat(libraries).containsKey("/lib/libc.so.6");
    assertThat(libraries.keySet()).anyMatch(path -> path.contains("/ld-linux"));
    assertThat(libraries.values()).allSatisfy(file -> assertThat(file).isRegularFile());
  }

  @Test
  void librariesThatTheRootBringsItselfAreLeftOut() throws IOException {
    Map<String, Path> libraries = LibraryClosure.of(List.of(JAVA_HOME.resolve("lib/server")));

    assertThat(libraries).doesNotContainKey("/lib/libjvm.so");
  }

  @Test
  void aFolderWithoutProgramsNeedsNothing(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "not a program");

    assertThat(LibraryClosure.of(List.of(folder))).isEmpty();
  }

  @Test
  void aFileThatIsNoProgramAtAllSaysWhatLddSaid(@TempDir Path folder) throws IOException {
    Path broken = Files.write(folder.resolve("broken"), new byte[] {0x7f, 'E', 'L', 'F', 0});

    assertThatThrownBy(() -> LibraryClosure.of(List.of(broken)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ldd")
        .hasMessageContaining("broken");
  }
}
