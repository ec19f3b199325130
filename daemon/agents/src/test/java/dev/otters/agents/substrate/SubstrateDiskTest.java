package dev.otters.agents.substrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubstrateDiskTest {
  private static final UUID AGENT = UUID.randomUUID();
  private static final FilePath NOTE = new FilePath(List.of("notes", "style.md"));

  @TempDir Path temp;
  private Path root;
  private SubstrateDisk disk;

  @BeforeEach
  void create() throws IOException {
    root = temp.toRealPath();
    disk = new SubstrateDisk(_ -> root);
    disk.create(AGENT);
  }

  @Test
  void writesFilesThatEveryoneMayRead() throws IOException {
    disk.write(AGENT, Map.of(NOTE, Content.of("brief")));
    disk.write(AGENT, Map.of(NOTE, Content.of("")));

    Path file = root.resolve("substrate/notes/style.md");
    assertThat(file).isEmptyFile();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r--r--");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwxr-xr-x");
    assertThat(root).isDirectoryNotContaining("glob:**/.fresh-substrate");
    assertThat(disk.read(AGENT, NOTE).orElseThrow().bytes()).isEmpty();
  }

  @Test
  void aFileThatWasHalfWrittenIsWrittenAnew() throws IOException {
    Files.writeString(root.resolve(".fresh-substrate"), "hal");

    disk.write(AGENT, Map.of(NOTE, Content.of("whole")));

    assertThat(root.resolve("substrate/notes/style.md")).hasContent("whole");
  }

  @Test
  void noLinkIsFollowed() throws IOException {
    Path outside = Files.createDirectory(root.resolve("outside"));
    Files.writeString(outside.resolve("style.md"), "other");
    Files.createSymbolicLink(root.resolve("substrate/notes"), outside);

    assertThat(disk.read(AGENT, NOTE)).isEmpty();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> disk.write(AGENT, Map.of(NOTE, Content.of("mine"))));
    assertThat(outside.resolve("style.md")).hasContent("other");
  }
}
