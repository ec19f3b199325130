package dev.otters.executor.docker;

import com.github.dockerjava.api.exception.DockerException;
import dev.otters.executor.BlockOutputStream;
import dev.otters.executor.docker.engine.EngineConnection;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the engine for a call that becomes a stream in both directions. docker-java can
 * do such calls, but neither ends the input alone nor waits for a slow reader.
 */
final class EngineStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineStream.class);
  private static final int LONGEST_HEAD = 16 * 1024;
  private static final int BAD_REQUEST = 400;
  private static final int ANSWER_MINUTES = 2;

  private final SocketChannel channel;
  private final InputStream in;

  private EngineStream(SocketChannel channel) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel), 1 << 15);
  }

  /**
   * Makes a call, and waits at most two minutes for the beginning of the answer.
   *
   * @param path the path without the API version
   * @param json the body; empty for none, since some calls would take it for input
   * @throws DockerException when the engine refuses
   */
  static EngineStream post(EngineConnection engine, String path, String json) throws IOException {
    SocketChannel channel = SocketChannel.open(address(engine.endpoint()));
    CompletableFuture<Void> answered = new CompletableFuture<>();
    try {
      EngineStream stream = new EngineStream(channel);
      answered.orTimeout(ANSWER_MINUTES, TimeUnit.MINUTES).exceptionally(_ -> abandon(channel));
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      String head =
          """
          POST /v%s%s HTTP/1.1
          Host: engine
          Content-Type: application/json
          Content-Length: %d
          Connection: Upgrade
          Upgrade: tcp

          """
              .formatted(engine.spoken(), path, body.length)
              .replace("\n", "\r\n");
      stream.write(head.getBytes(StandardCharsets.US_ASCII), 0, head.length());
      stream.write(body, 0, body.length);
      stream.check();
      return stream;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    } finally {
      answered.complete(null);
    }
  }

  /** Ends the wait for an answer. */
  private static @Nullable Void abandon(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the connection to an engine that does not answer", e);
    }
    return null;
  }

  private static SocketAddress address(URI endpoint) {
    return endpoint.getScheme().equals("unix")
        ? UnixDomainSocketAddress.of(endpoint.getPath())
        : new InetSocketAddress(endpoint.getHost(), endpoint.getPort());
  }

  private void check() throws IOException {
    String head = head();
    int status = Integer.parseInt(head.split(" ", 3)[1]);
    if (status >= BAD_REQUEST) {
      throw new DockerException(
          new String(in.readNBytes(available()), StandardCharsets.UTF_8), status);
    }
  }

  /** Returns the size of the body that follows a refusal, of which a part is enough. */
  private int available() throws IOException {
    return Math.min(in.available(), LONGEST_HEAD);
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0 || head.length() > LONGEST_HEAD) {
        throw new EOFException("the engine closed the connection");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  /** Returns the engine's side of the stream. */
  InputStream input() {
    return in;
  }

  /** Returns this side of the stream. Closing it leaves the other side open. */
  OutputStream output() {
    return new BlockOutputStream() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        EngineStream.this.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        if (channel.isOpen()) {
          channel.shutdownOutput();
        }
      }
    };
  }

  private void write(byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    while (rest.hasRemaining()) {
      channel.write(rest);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
