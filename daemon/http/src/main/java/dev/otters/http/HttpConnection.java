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

/** One connection to a server, for one request at a time. */
final class HttpConnection {
  /** The least number of bytes that a server must send in the time for a stall. */
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
   * @param socket the channel's own socket, or TLS over it
   * @param address the address of the server or the proxy
   * @param proxy the proxy in between; empty for none
   * @param whenFree receives the connection when it can serve another request
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

  /** Returns the proxy that reads the requests, which is one in front of a server without TLS. */
  Optional<HttpProxy> readingProxy() {
    return socket instanceof SSLSocket ? Optional.empty() : proxy;
  }

  OutputStream out() {
    return out;
  }

  /** Returns the channel if the connection is not encrypted. */
  Optional<SocketChannel> plain() {
    return socket instanceof SSLSocket ? Optional.empty() : Optional.of(channel);
  }

  /** Sets how long each read waits, and demands a minimum rate. */
  void pace(Duration wanted) throws IOException {
    patience(wanted);
    paced = true;
  }

  /** Sets how long each read waits, without a minimum rate. */
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

  /** Reads one line of ASCII, without its line end. */
  String readLine(int longest) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (position == limit && !fill()) {
        throw new EOFException("the connection closed before the response was complete");
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
        throw new IOException("the response has a line that is too long");
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
   * Returns whether an idle connection can be used again. A server that still listens has sent
   * nothing; over TLS, the only thing it can have sent is the end of the session.
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

  /** Closes the connection if it has been idle for too long, and returns whether it was. */
  boolean closeIfIdle(Duration longest) {
    boolean old = System.nanoTime() - idleSince > longest.toNanos();
    if (old) {
      close();
    }
    return old;
  }

  void close() {
    // Closing the TLS socket could wait for a server that does not read.
    close(channel);
  }

  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException alreadyGone) {
      // The channel is closed already.
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
      throw new HttpStall("no data arrived for " + Shown.of(patience), e);
    }
  }

  private void count(int read, long nanos) throws HttpStall {
    received += Math.max(0, read);
    waited += nanos;
    if (paced && waited > patience.toNanos()) {
      if (received < LEAST) {
        throw new HttpStall(
            "only " + received + " bytes arrived in " + Shown.of(patience),
            new SocketTimeoutException());
      }
      waited = 0;
      received = 0;
    }
  }
}
