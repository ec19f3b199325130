package dev.otters.executor.testkit;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A fake engine that answers every request with the same text. */
public final class AnsweringEngine {
  private AnsweringEngine() {}

  /** Listens on a socket until the caller closes the channel. */
  public static ServerSocketChannel serve(Path socket, String body) throws IOException {
    return serve(socket, "200 OK", body);
  }

  /** Listens on a socket until the caller closes the channel, and answers with a status. */
  public static ServerSocketChannel serve(Path socket, String status, String body)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().start(() -> answer(server, status, body));
    return server;
  }

  private static void answer(ServerSocketChannel server, String status, String body) {
    while (server.isOpen()) {
      answerOne(server, status, body);
    }
  }

  private static void answerOne(ServerSocketChannel server, String status, String body) {
    try (SocketChannel client = server.accept()) {
      client.read(ByteBuffer.allocate(8192));
      String head =
          "HTTP/1.1 "
              + status
              + "\r\n"
              + "Content-Type: application/json\r\n"
              + "Connection: close\r\n"
              + "Content-Length: "
              + body.length();
      var answer = ByteBuffer.wrap((head + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
      while (answer.hasRemaining()) {
        client.write(answer);
      }
    } catch (AsynchronousCloseException _) {
      Thread.currentThread().interrupt(); // the test is over
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
