package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.atIndex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  @TempDir Path folder;

  @Test
  void aFileIsOnTheDiskBeforeItReplacesAnother() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(SyncedFiles.during(() -> PrivateFiles.write(file, "new")))
        .hasSize(2)
        .satisfies(synced -> assertThat(synced.getParent()).isEqualTo(folder), atIndex(0))
        .satisfies(synced -> assertThat(synced).isNotEqualTo(file), atIndex(0))
        .endsWith(folder);

    assertThat(file).hasContent("new");
    assertThat(HomeTest.mode(file)).isEqualTo("rw-------");
    assertThat(folder).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void aFileThatCannotBeReplacedLeavesNoOtherBehind() throws IOException {
    Path inTheWay = Files.createDirectories(folder.resolve("key/full")).resolveSibling("");

    assertThatIOException().isThrownBy(() -> PrivateFiles.write(inTheWay, "secret"));

    assertThat(folder).isDirectoryNotContaining("glob:**/.*");
  }

  @Test
  void anOverwrittenFileIsOnTheDiskAndKeepsItsSize() throws Exception {
    Path file = Files.writeString(folder.resolve("credentials"), "{\"token\":\"long\"}");

    assertThat(SyncedFiles.during(() -> PrivateFiles.overwrite(file, "{}"))).containsExactly(file);
    assertThat(Files.readString(file)).isEqualTo("{}" + " ".repeat(14));
  }

  /** Whoever can write to the parent could otherwise choose whose mode changes. */
  @Test
  void aLinkIsNoFolder() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    int me = ProcessUser.current().uid();

    assertThatIOException().isThrownBy(() -> PrivateFiles.createFolder(link));
    assertThatIOException().isThrownBy(() -> PrivateFiles.createOwn(link, me));
    assertThat(HomeTest.mode(target)).isEqualTo("rwxr-xr-x");
  }
}
