package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFoldersTest {
  private static final UUID HOME_ID = UUID.fromString("01234567-89ab-4def-8123-456789abcdef");
  private static final UUID AGENT = UUID.fromString("fedcba98-7654-4210-8edc-ba9876543210");
  private static final Path DEEP = Path.of("/" + "d".repeat(90));

  @TempDir Path folder;

  @Test
  void socketsOfAShortHomeLieInIt() {
    SocketFolders folders = folders(Path.of("/home/me/.otters"), 1000, Map.of());

    assertThat(folders.operatorSocket()).hasToString("/home/me/.otters/otters.sock");
    assertThat(folders.agentFolder(AGENT)).hasToString("/home/me/.otters/run/fedcba987654");
  }

  @Test
  void socketsOfADeepHomeLieWhereTheUsersSocketsLie() {
    assertThat(folders(DEEP, 0, Map.of()).agentFolder(AGENT))
        .hasToString("/run/otters/01234567/fedcba987654");
    assertThat(folders(DEEP, 1000, Map.of("XDG_RUNTIME_DIR", "/run/user/1000")).agentFolder(AGENT))
        .hasToString("/run/user/1000/otters/01234567/fedcba987654");
    assertThat(folders(DEEP, 1000, Map.of()).operatorSocket())
        .hasToString("/tmp/otters-1000/01234567/otters.sock");
  }

  @Test
  void noSocketPathIsEverTooLongForTheKernel() {
    for (int length = 1; length < 300; length++) {
      SocketFolders folders = folders(Path.of("/" + "ä".repeat(length)), 0, Map.of());
      assertThat(bytes(folders.agentFolder(AGENT).resolve("d.sock"))).isLessThanOrEqualTo(100);
      assertThat(bytes(folders.operatorSocket())).isLessThanOrEqualTo(100);
    }
  }

  @Test
  void theParentsAreCreatedForTheOwnerAlone() throws IOException {
    Home home = Home.open(folder.resolve("h"));
    SocketFolders folders = SocketFolders.of(home, HOME_ID, ProcessUser.current(), Map.of());
    folders.create();

    Path parent = folders.agentFolder(AGENT).getParent();
    assertThat(parent).isNotNull();
    assertThat(HomeTest.mode(parent)).isEqualTo("rwx------");
  }

  /** Whoever can create {@code /tmp/otters-UID} first must not get the daemon's sockets into it. */
  @Test
  void aFolderOfAnotherUserIsRefused() throws IOException {
    int me = ProcessUser.current().uid();
    Path place = Files.createDirectory(folder.resolve("shared"));
    SocketFolders strangers =
        SocketFolders.of(new Home(DEEP), HOME_ID, new ProcessUser(me + 1, me + 1), place);

    assertThatThrownBy(strangers::create)
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(place + " belongs to uid " + me);
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void aLinkInsteadOfAFolderIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path runtime = Files.createDirectory(folder.resolve("runtime"));
    Path link = Files.createSymbolicLink(runtime.resolve("otters"), elsewhere);

    assertThatThrownBy(() -> own(runtime).create())
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(link.toString())
        .hasMessageContaining("link");
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void everyFolderOnTheWayBecomesPrivate() throws IOException {
    Path runtime = Files.createDirectory(folder.resolve("runtime"));
    Path open = Files.createDirectory(runtime.resolve("otters"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    SocketFolders folders = own(runtime);
    folders.create();

    assertThat(HomeTest.mode(open)).isEqualTo("rwx------");
    assertThat(HomeTest.mode(folders.agentFolders())).isEqualTo("rwx------");
    assertThat(folders.operatorSocket().getParent()).isEqualTo(folders.agentFolders());
  }

  private static SocketFolders own(Path runtime) {
    return SocketFolders.of(
        new Home(DEEP), HOME_ID, ProcessUser.current(), runtime.resolve("otters"));
  }

  private static SocketFolders folders(Path home, int uid, Map<String, String> environment) {
    return SocketFolders.of(new Home(home), HOME_ID, new ProcessUser(uid, uid), environment);
  }

  private static int bytes(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
