package dev.otters.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLSocket;

/** One connection to a server, for one call at a time. */
final class HttpConnection {
  /** A server that gives less than this while it is waited for once is as good as silent. */
  private static final int LEAST = 16 << 10;

  private final SocketChannel channel;
  private final Socket socket;
  private final InetAddress address;
  private final Optional<HttpProxy> proxy;
  private final InputStream in;
  private final OutputStream out;
  private final Consumer<HttpConnection> whenFree;
  private final byte[] buffer = new byte[64 << 10];
  private int position;
  private int limit;
  private long idleSince;
  private Duration patience = Duration.ZERO;
  private boolean paced;
  private long waited;
  private long received;

  /**
   * @param socket the channel's own, or TLS over it
   * @param address the server's, or the proxy's
   * @param proxy who stands between; empty for nobody
   * @param whenFree is given the connection when its call is done and it can serve another
   */
  HttpConnection(
      SocketChannel channel,
      Socket socket,
      InetAddress address,
      Optional<HttpProxy> proxy,
      Consumer<HttpConnection> whenFree)
      throws IOException {
    this.channel = channel;
    this.socket = socket;
    this.address = address;
    this.proxy = proxy;
    this.whenFree = whenFree;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  InetAddress address() {
    return address;
  }

  Optional<HttpProxy> proxy() {
    return proxy;
  }

  /** Returns the proxy that reads our requests: one before a server that speaks no TLS. */
  Optional<HttpProxy> readingProxy() {
    return socket instanceof SSLSocket ? Optional.empty() : proxy;
  }

  OutputStream out() {
    return out;
  }

  /** Returns the channel where bytes need no encryption. */
  Optional<SocketChannel> plain() {
    return socket instanceof SSLSocket ? Optional.empty() : Optional.of(channel);
  }

  /** Sets how long each read waits, and how long many small ones may wait together. */
  void pace(Duration wanted) throws IOException {
    patience(wanted);
    paced = true;
  }

  /** Sets how long each read waits. */
  void patience(Duration wanted) throws IOException {
    patience = wanted;
    paced = false;
    waited = 0;
    received = 0;
    socket.setSoTimeout(Math.clamp(wanted.toMillis(), 1, Integer.MAX_VALUE));
  }

  int read(byte[] target, int offset, int length) throws IOException {
    if (position < limit) {
      int n = Math.min(length, limit - position);
      System.arraycopy(buffer, position, target, offset, n);
      position += n;
      return n;
    }
    return length >= buffer.length
        ? receive(target, offset, length)
        : fill() ? read(target, offset, length) : -1;
  }

  /** Reads one line of ASCII, without its end. */
  String readLine(int longest) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (position == limit && !fill()) {
        throw new EOFException("the connection was closed before the answer was complete");
      }
      int c = buffer[position++] & 0xff;
      if (c == '\n') {
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r'
            ? line.substring(0, length - 1)
            : line.toString();
      }
      line.append((char) c);
      if (line.length() > longest) {
        throw new IOException("the answer has a line that is too long");
      }
    }
  }

  void write(String head) throws IOException {
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  boolean hasBuffered() {
    return position < limit;
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  void release() {
    idleSince = System.nanoTime();
    whenFree.accept(this);
  }

  /**
   * Tells whether the server still listens, as far as can be seen from here: an idle connection has
   * nothing to read, in TLS but for a good-bye.
   */
  boolean isFresh(Duration longestIdle) {
    if (!channel.isOpen()
        || hasBuffered()
        || System.nanoTime() - idleSince > longestIdle.toNanos()) {
      return false;
    }
    try {
      channel.configureBlocking(false);
      int read = channel.read(ByteBuffer.allocate(1));
      channel.configureBlocking(true);
      return read == 0;
    } catch (IOException closed) {
      return false;
    }
  }

  /** Closes the connection if it has been idle for longer than that, and returns whether. */
  boolean closeIfIdle(Duration longest) {
    boolean old = System.nanoTime() - idleSince > longest.toNanos();
    if (old) {
      close();
    }
    return old;
  }

  void close() {
    // Not the TLS socket: its good-bye could wait for a server that does not listen.
    close(channel);
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // There is nothing left to close.
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, receive(buffer, 0, buffer.length));
    return limit > 0;
  }

  private int receive(byte[] target, int offset, int length) throws IOException {
    long began = System.nanoTime();
    try {
      int read = in.read(target, offset, length);
      count(read, System.nanoTime() - began);
      return read;
    } catch (SocketTimeoutException e) {
      throw new HttpStall("nothing came for " + Shown.of(patience), e);
    }
  }

  private void count(int read, long nanos) throws HttpStall {
    received += Math.max(0, read);
    waited += nanos;
    if (paced && waited > patience.toNanos()) {
      if (received < LEAST) {
        throw new HttpStall(
            "only " + received + " bytes came in " + Shown.of(patience),
            new SocketTimeoutException());
      }
      waited = 0;
      received = 0;
    }
  }
}
