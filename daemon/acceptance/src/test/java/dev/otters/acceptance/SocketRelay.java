package dev.otters.acceptance;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Lets any user reach the engine, as the group `docker` does on a usual machine. */
final class SocketRelay implements AutoCloseable {

  private final Path engine;
  private final ServerSocketChannel listener;

  private SocketRelay(Path engine, ServerSocketChannel listener) {
    this.engine = engine;
    this.listener = listener;
  }

  /** Listens at {@code socket} and passes everything to the engine's own socket. */
  static SocketRelay open(Path socket, Path engine) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));
    SocketRelay relay = new SocketRelay(engine, listener);
    Thread.ofVirtual().start(relay::accept);
    return relay;
  }

  private void accept() {
    try {
      while (listener.isOpen()) {
        SocketChannel client = listener.accept();
        SocketChannel server = SocketChannel.open(UnixDomainSocketAddress.of(engine));
        Thread.ofPlatform().daemon().start(() -> copy(client, server));
        Thread.ofPlatform().daemon().start(() -> copy(server, client));
      }
    } catch (IOException closed) {
      // The listener was closed: nothing more is relayed.
    }
  }

  private static void copy(SocketChannel from, SocketChannel to) {
    ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
    try {
      while (from.read(buffer.clear()) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.write(buffer);
        }
      }
      to.shutdownOutput();
    } catch (IOException ended) {
      // One side is gone; the other learns it from its own end.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
