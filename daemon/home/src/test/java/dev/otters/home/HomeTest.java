package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir Path folder;

  @Test
  void aMissingHomeIsCreatedForItsOwnerAlone() throws IOException {
    Home home = Home.open(folder.resolve("deep/home"));

    assertThat(mode(home.folder())).isEqualTo("rwx------");
    assertThat(mode(home.folder().resolve(".."))).isEqualTo("rwx------");
  }

  @Test
  void anExistingHomeIsNarrowedToItsOwner() throws IOException {
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(mode(Home.open(open).folder())).isEqualTo("rwx------");

    assertThat(new Home(open).id()).isNotNull();
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(mode(Home.open(open).folder())).isEqualTo("rwx------");
  }

  @Test
  void aFolderThatIsUsedForSomethingElseIsLeftAlone() throws IOException {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.createFile(shared.resolve("somebodys"));
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> Home.open(shared))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("it holds other files, and other users can read it");
    assertThat(mode(shared)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void aFolderOfAnotherUserIsRefusedAndLeftAsItIs() throws IOException {
    assumeTrue(ProcessUser.current().isRoot(), "only root can give a folder away");
    Path theirs = Files.createDirectory(folder.resolve("theirs"));
    Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setAttribute(theirs, "unix:uid", 4242);

    assertThatThrownBy(() -> Home.open(theirs))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("it belongs to uid 4242");
    assertThat(mode(theirs)).isEqualTo("rwxr-xr-x");
  }

  @Test
  void aHomeThatIsALinkMeansWhatItPointsTo() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);

    assertThat(Home.open(link).folder()).isEqualTo(target.toRealPath());
  }

  @Test
  void aFileCannotBeAHome() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> Home.open(file))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("file is not a folder");
  }

  @Test
  void theIdIsMadeOnceAndIsPrivate() throws IOException {
    Home home = Home.open(folder.resolve("home"));

    assertThat(home.id()).isEqualTo(home.id());
    assertThat(Home.open(home.folder()).id()).isEqualTo(home.id());
    assertThat(mode(home.folder().resolve("home.id"))).isEqualTo("rw-------");
  }

  @Test
  void aDamagedIdIsAnErrorAndNotANewId() throws IOException {
    Home home = Home.open(folder.resolve("home"));
    Files.writeString(home.folder().resolve("home.id"), "nonsense\n");

    assertThatThrownBy(home::id).isInstanceOf(ApiException.class).hasMessageContaining("home.id");
  }

  @Test
  void theEnvironmentChoosesTheFolder() {
    assertThat(Home.defaultFolder(Map.of("OTTERS_HOME", "/srv/otters"), Path.of("/home/me")))
        .isEqualTo(Path.of("/srv/otters"));
    for (String none : List.of("", "  ")) {
      assertThat(Home.defaultFolder(Map.of("OTTERS_HOME", none), Path.of("/home/me")))
          .isEqualTo(Path.of("/home/me/.otters"));
    }
    assertThat(Home.defaultFolder(Map.of(), Path.of("/home/me")))
        .isEqualTo(Path.of("/home/me/.otters"));
  }

  static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
