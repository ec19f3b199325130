package dev.otters.cli.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A request whose body is written while the body of its answer is read, by one thread each.
 * Apache's client reads an answer only after it has sent the request.
 */
public final class Duplex implements AutoCloseable {
  private static final int LONGEST_LINE = 8192;
  private static final int OK = 200;

  private final SocketChannel channel;
  private final InputStream in;
  private final DataOutputStream out = new DataOutputStream(new Chunks());

  private Duplex(SocketChannel channel) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 15);
  }

  static Duplex open(Endpoint endpoint, Access access, Route route, String type)
      throws IOException {
    SocketChannel channel = connect(endpoint, access);
    try {
      Duplex duplex = new Duplex(channel);
      StringBuilder head = new StringBuilder("POST " + route + " HTTP/1.1\r\n");
      String host =
          endpoint instanceof Endpoint.Tcp(String name, int port) ? name + ":" + port : "localhost";
      head.append("Host: ").append(host).append("\r\n");
      if (access.token() != null) {
        head.append("Authorization: Bearer ").append(access.token()).append("\r\n");
      }
      route.headers().forEach(one -> head.append(one.getKey() + ": " + one.getValue() + "\r\n"));
      head.append("User-Agent: otters\r\nTransfer-Encoding: chunked\r\n");
      head.append("Content-Type: ").append(type).append("\r\nAccept: ").append(type);
      duplex.write(head.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
      return duplex;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static SocketChannel connect(Endpoint endpoint, Access access) throws IOException {
    if (endpoint instanceof Endpoint.Tcp(String name, int port)) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getByName(name), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return channel;
    }
    Path socket = ((Endpoint.Unix) endpoint).socket();
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    if (access.owner() != null) {
      try {
        UnixSocket.check(channel, socket, access.owner());
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    }
    return channel;
  }

  /** Returns the body of the request. */
  public DataOutputStream out() {
    return out;
  }

  /**
   * Waits for the head of the answer, and returns its body.
   *
   * @throws dev.otters.api.ApiException when the daemon refuses the request
   */
  public DataInputStream in() throws IOException {
    int status = Integer.parseInt(line().split(" ", 3)[1]);
    boolean chunked = false;
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      String lower = header.toLowerCase(Locale.ROOT);
      chunked |= lower.equals("transfer-encoding: chunked");
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    InputStream body = chunked ? new Dechunked() : in;
    if (status != OK) {
      byte[] text = chunked ? body.readAllBytes() : body.readNBytes(length);
      Daemon.check(status, new String(text, StandardCharsets.UTF_8));
    }
    return new DataInputStream(body);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > LONGEST_LINE) {
        throw new EOFException("the daemon closed it");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private void write(byte[] bytes) throws IOException {
    for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
      channel.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private final class Chunks extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      byte[] size = (Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      ByteBuffer chunk = ByteBuffer.allocate(size.length + length + 2).put(size);
      Duplex.this.write(chunk.put(bytes, offset, length).put((byte) '\r').put((byte) '\n').array());
    }
  }

  private final class Dechunked extends InputStream {
    private int left;
    private boolean ended;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0 && !ended) {
        left = Integer.parseInt(line().split(";", 2)[0].strip(), 16);
        ended = left == 0;
      }
      if (ended || length == 0) {
        return ended ? -1 : 0;
      }
      int n = in.read(bytes, offset, Math.min(left, length));
      if (n < 0) {
        throw new EOFException("the answer ended early");
      }
      left -= n;
      if (left == 0) {
        String unused = line();
      }
      return n;
    }
  }
}
