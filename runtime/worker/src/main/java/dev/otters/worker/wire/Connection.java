package dev.otters.worker.wire;

import dev.otters.protocol.LineChannel;
import dev.otters.protocol.Message;
import dev.otters.protocol.WireCodec;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the daemon. A separate thread sends the lines, so callers never wait for a daemon
 * that does not read, and interrupting a caller does not close the channel.
 */
final class Connection implements AutoCloseable {
  private final LineChannel lines;
  private final BlockingQueue<byte[]> outgoing = new LinkedBlockingQueue<>();
  private final Thread sender;

  private Connection(SocketChannel channel) {
    this.lines = new LineChannel(channel);
    this.sender = Thread.ofVirtual().name("wire-sender").unstarted(this::send);
  }

  static Connection open(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    Connection connection = new Connection(channel);
    connection.sender.start();
    return connection;
  }

  /** Queues a message. */
  void send(Message message) throws IOException {
    outgoing.add(WireCodec.encode(message));
  }

  /** Waits for a line; returns null at the end. */
  byte @Nullable [] read() throws IOException {
    return lines.read();
  }

  @Override
  public void close() {
    sender.interrupt();
    closeLines();
  }

  private void send() {
    try {
      while (true) {
        lines.write(outgoing.take());
      }
    } catch (InterruptedException | IOException ended) {
      // The reader sees the end and reconnects; unanswered calls are then sent again.
      closeLines();
    }
  }

  private void closeLines() {
    try {
      lines.close();
    } catch (IOException alreadyBroken) {
      // A socket that cannot be closed is broken already.
      return;
    }
  }
}
