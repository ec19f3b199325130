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
 * One connection. Lines are sent by a thread of its own, so that no caller waits for a daemon that
 * does not read, and no caller's interruption closes the channel.
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

  /** Waits for a line; null at the end. */
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
      // The reader sees the end and connects again; what was not answered is sent again then.
      closeLines();
    }
  }

  private void closeLines() {
    try {
      lines.close();
    } catch (IOException alreadyBroken) {
      // A socket that cannot even be closed is as gone as it can be.
      return;
    }
  }
}
