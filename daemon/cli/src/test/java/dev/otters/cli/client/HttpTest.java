package dev.otters.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HttpTest {
  @TempDir Path folder;
  private Path socket;
  @AutoClose private ServerSocketChannel server;

  @BeforeEach
  void listen() throws IOException {
    socket = folder.resolve("s");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  /** Answers as soon as the head of a request is there, reads nothing more, and closes. */
  private void answerEarly(String answer) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (SocketChannel channel = server.accept()) {
                InputStream in = Channels.newInputStream(channel);
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                  head.append((char) in.read());
                }
                Channels.newOutputStream(channel).write(answer.getBytes(UTF_8));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
  }

  private Http.Answer send(String method, Content content) throws IOException {
    return new Http(new Endpoint.Unix(socket), Access.NONE)
        .send(method, "/v1/x", List.of(), content, Duration.ofSeconds(30));
  }

  private static void endless(OutputStream out) throws IOException {
    byte[] block = new byte[1 << 16];
    for (int i = 0; i < 1 << 14; i++) {
      out.write(block);
    }
  }

  @Test
  void aSocketThatIsClosedBeforeItsThreadWaitsIsAFailureOfTheConnection() throws IOException {
    UnixSocket connection = UnixSocket.connect(socket, null);
    connection.close();

    assertThatExceptionOfType(ClosedChannelException.class)
        .isThrownBy(() -> connection.await(SelectionKey.OP_READ, 1));
  }

  @Test
  void aRefusalInTheMiddleOfAnUploadIsRead() throws IOException {
    answerEarly("HTTP/1.1 401 No\r\nContent-Length: 7\r\nConnection: close\r\n\r\nrefused");

    try (Http.Answer answer = send("POST", new Content.Tar(HttpTest::endless))) {
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.text()).isEqualTo("refused");
    }
  }

  @Test
  void aConnectionThatBreaksInTheMiddleOfAnUploadIsAFailure() {
    answerEarly("");

    assertThatIOException().isThrownBy(() -> send("POST", new Content.Tar(HttpTest::endless)));
  }

  @Test
  void whatCannotBeReadHereIsSaidAlsoWhenNobodyAnswers() {
    Content broken =
        new Content.Tar(
            out -> {
              throw new FileNotFoundException("gone");
            });

    assertThatIOException().isThrownBy(() -> send("POST", broken)).withMessage("gone");
  }

  @Test
  void anAnswerComesBehindPreliminaryOnesAndMayEndWithItsConnection() throws IOException {
    answerEarly("HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it");

    try (Http.Answer answer = send("GET", Content.none())) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("all of it");
    }
  }

  @Test
  void anAnswerThatEndsEarlyIsAFailure() throws IOException {
    answerEarly("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");

    try (Http.Answer answer = send("GET", Content.none())) {
      assertThatIOException().isThrownBy(answer::text);
    }
  }

  @Test
  void piecesThatEndEarlyAreAFailure() throws IOException {
    answerEarly("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");

    try (Http.Answer answer = send("GET", Content.none())) {
      assertThatIOException().isThrownBy(answer::text);
    }
  }
}
