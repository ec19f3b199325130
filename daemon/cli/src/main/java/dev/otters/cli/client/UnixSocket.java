package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a unix domain socket, with a read timeout. One thread reads and writes; any may
 * close.
 */
final class UnixSocket extends Socket {
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private int timeoutMillis;

  private UnixSocket(SocketChannel channel) throws IOException {
    this.channel = channel;
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  /**
   * Connects to a socket.
   *
   * @param owner the user that must listen there, null for any
   * @throws ApiException when another user listens there
   */
  static UnixSocket connect(Path path, @Nullable UserPrincipal owner) throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
    try {
      if (owner != null) {
        check(channel, path, owner);
      }
      return new UnixSocket(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  static void check(SocketChannel channel, Path path, UserPrincipal owner) throws IOException {
    UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    if (!peer.equals(owner)) {
      throw ApiException.of(
          ErrorCode.FORBIDDEN,
          path
              + " is served by user "
              + peer.getName()
              + ", but the daemon's home belongs to user "
              + owner.getName(),
          "Check who created " + path.getParent() + ".");
    }
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return receive(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        send(ByteBuffer.wrap(bytes, offset, length));
      }
    };
  }

  private int receive(ByteBuffer target) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    int read = channel.read(target);
    while (read == 0 && target.hasRemaining()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (timeoutMillis > 0 && left <= 0) {
        throw new SocketTimeoutException("no data within " + timeoutMillis + " ms");
      }
      await(SelectionKey.OP_READ, timeoutMillis > 0 ? left : 0);
      read = channel.read(target);
    }
    return read;
  }

  private void send(ByteBuffer source) throws IOException {
    while (channel.write(source) >= 0 && source.hasRemaining()) {
      await(SelectionKey.OP_WRITE, 0);
    }
  }

  /**
   * Waits until the channel is ready or closed; 0 waits without a timeout.
   *
   * @throws ClosedChannelException if another thread has closed the socket
   */
  void await(int operation, long millis) throws IOException {
    try {
      key.interestOps(operation);
      selector.select(_ -> {}, millis);
    } catch (CancelledKeyException | ClosedSelectorException e) {
      ClosedChannelException closed = new ClosedChannelException();
      closed.initCause(e);
      throw closed;
    }
  }

  @Override
  public int getSoTimeout() {
    return timeoutMillis;
  }

  @Override
  public void setSoTimeout(int millis) {
    timeoutMillis = millis;
  }

  /** Does nothing: a unix domain socket does not linger. */
  @Override
  public void setSoLinger(boolean on, int seconds) {}

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    channel.close();
    selector.close();
  }
}
