package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserSocketTest {
  private final ProcessUser user = ProcessUser.current();
  @TempDir private Path folder;

  private UserSocket listen(int uid) throws IOException {
    return UserSocket.listen(folder.resolve("d.sock"), uid, user.gid(), 50);
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("d.sock")));
  }

  @Test
  void theUserOfTheSocketIsServed() throws Exception {
    try (UserSocket socket = listen(user.uid());
        SocketChannel _ = connect();
        SocketChannel client = socket.accept()) {
      assertThat(socket.serves(UserSocket.peer(client))).isTrue();
      assertThat(Files.getPosixFilePermissions(folder.resolve("d.sock")))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void anotherUserIsNotServed() throws Exception {
    assumeTrue(user.isRoot(), "only root can give a socket to another user");
    try (UserSocket socket = listen(4711);
        SocketChannel _ = connect();
        SocketChannel client = socket.accept()) {
      assertThat(socket.serves(UserSocket.peer(client))).isFalse();
      assertThat(Files.getAttribute(folder.resolve("d.sock"), "unix:uid")).isEqualTo(4711);
    }
  }

  @Test
  void aSocketOfTheSameNameIsReplacedAndNoDraftIsLeft() throws Exception {
    try (UserSocket old = listen(user.uid());
        UserSocket fresh = listen(user.uid());
        SocketChannel _ = connect()) {
      assertThat(fresh.accept().isOpen()).isTrue();
      assertThat(old.isOpen()).isTrue();
      assertThat(folder.toFile().list()).containsExactly("d.sock");
    }
  }

  @Test
  void aClosedSocketLeavesItsFileUntilThatIsRemoved() throws Exception {
    UserSocket socket = listen(user.uid());
    socket.close();
    assertThat(socket.isOpen()).isFalse();
    assertThatThrownBy(socket::accept).isInstanceOf(ClosedChannelException.class);
    assertThat(folder.resolve("d.sock")).exists();
    socket.remove();
    socket.remove();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void nothingIsLeftOfASocketThatCannotBeMade() {
    Path missing = folder.resolve("missing/d.sock");
    assertThatThrownBy(() -> UserSocket.listen(missing, user.uid(), user.gid(), 50))
        .isInstanceOf(IOException.class);
    assertThat(folder).isEmptyDirectory();
  }
}
