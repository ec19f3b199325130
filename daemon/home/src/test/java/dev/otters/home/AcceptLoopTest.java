package dev.otters.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.time.Rate;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceptLoopTest {
  private final ProcessUser user = ProcessUser.current();
  private final BlockingQueue<SocketChannel> welcomed = new LinkedBlockingQueue<>();
  private final BlockingQueue<UserPrincipal> strangers = new LinkedBlockingQueue<>();
  @TempDir private Path folder;

  private AcceptLoop start(AcceptLoop.Welcome welcome) throws IOException {
    return start(user.uid(), welcome);
  }

  private AcceptLoop start(int uid, AcceptLoop.Welcome welcome) throws IOException {
    UserSocket socket = UserSocket.listen(file(), uid, user.gid(), 50);
    Rate rate = new Rate(10, Duration.ofMillis(1), System::nanoTime);
    AcceptLoop loop = new AcceptLoop(UUID.randomUUID(), socket, rate, strangers::add, welcome);
    loop.start("test");
    return loop;
  }

  private Path file() {
    return folder.resolve("d.sock");
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(file()));
  }

  @Test
  void eachClientIsWelcomed() throws Exception {
    AcceptLoop loop = start(welcomed::add);

    for (int i = 0; i < 30; i++) {
      try (SocketChannel _ = connect();
          SocketChannel client = welcomed.take()) {
        assertThat(client.isOpen()).isTrue();
      }
    }
    loop.close();
  }

  @Test
  void aClientThatHasLeftIsClosedAndTheNextOneWelcomed() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AcceptLoop loop =
        start(
            client -> {
              if (calls.incrementAndGet() == 1) {
                throw new IOException("left");
              }
              welcomed.add(client);
            });

    try (SocketChannel left = connect();
        SocketChannel _ = connect();
        SocketChannel next = welcomed.take()) {
      assertThat(left.read(ByteBuffer.allocate(1))).isEqualTo(-1);
      assertThat(next.isOpen()).isTrue();
    }
    loop.close();
  }

  @Test
  void aClientOfAnotherUserIsToldOfAndClosed() throws Exception {
    assumeTrue(user.isRoot(), "only root can give a socket to another user");
    AcceptLoop loop = start(4711, welcomed::add);

    try (SocketChannel stranger = connect()) {
      assertThat(stranger.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
    assertThat(strangers.take().getName()).isEqualTo(System.getProperty("user.name"));
    assertThat(welcomed).isEmpty();
    loop.close();
  }

  @Test
  void aClosedLoopTakesNoClientAndARemovedOneLeavesNoFile() throws Exception {
    AcceptLoop loop = start(welcomed::add);

    loop.close();
    loop.remove();

    assertThat(file()).doesNotExist();
    assertThat(welcomed).isEmpty();
  }
}
