package dev.otters.llama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ModelServerTest {
  private static final String COMPLETE =
      """
      {"type":"complete","id":1,"prompt":"Hi","grammar":"","temperature":0,"topP":1,"seed":1,\
      "maxTokens":3,"stop":["END"]}\
      """;

  @TempDir Path folder;
  private final FakeModel model = new FakeModel();
  private final CountDownLatch ended = new CountDownLatch(1);
  private Duration polite = Duration.ofMillis(20);
  @AutoClose private LineChannel daemon;
  private SocketChannel ours;

  @BeforeEach
  void connect() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      daemon = new LineChannel(SocketChannel.open(address));
      ours = server.accept();
    }
  }

  @Test
  void aCompletionComesInPieces() throws IOException {
    serve(() -> model);
    model.pieces("Hel", "", "lo");

    say(COMPLETE);

    assertHeard("{\"type\":\"delta\",\"id\":1,\"text\":\"Hel\"}");
    assertHeard("{\"type\":\"delta\",\"id\":1,\"text\":\"lo\"}");
    assertHeard(
        "{\"type\":\"done\",\"id\":1,\"promptTokens\":2,\"outputTokens\":5,\"stopReason\":\"limit\"}");
  }

  @ParameterizedTest
  @CsvSource({"ab, 2, end", "abc, 3, limit"})
  void anAnswerThatReachesTheLimitSaysSo(String text, int tokens, String reason)
      throws IOException {
    serve(() -> model);
    model.pieces(text);

    say(COMPLETE);

    assertHeard("{\"type\":\"delta\",\"id\":1,\"text\":\"" + text + "\"}");
    assertHeard(
        "{\"type\":\"done\",\"id\":1,\"promptTokens\":2,\"outputTokens\":"
            + tokens
            + ",\"stopReason\":\""
            + reason
            + "\"}");
  }

  @Test
  void aCancelledCompletionStopsTheModelAtItsNextPiece() throws Exception {
    polite = Duration.ofMinutes(10);
    serve(() -> model);
    say(COMPLETE);
    say("{\"type\":\"cancel\",\"id\":1}");
    say("{\"type\":\"count\",\"id\":7,\"text\":\"x\"}");
    assertHeard("{\"type\":\"counted\",\"id\":7,\"tokens\":1}");

    model.pieces.add("b");
    model.pieces.add("never said");

    assertHeard("{\"type\":\"delta\",\"id\":1,\"text\":\"b\"}");
    assertHeard(
        "{\"type\":\"done\",\"id\":1,\"promptTokens\":2,\"outputTokens\":1,\"stopReason\":\"cancelled\"}");
    assertThat(model.cancelled.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void tokensAreCounted() throws IOException {
    serve(() -> model);

    say("{\"type\":\"count\",\"id\":7,\"text\":\"four\"}");

    assertHeard("{\"type\":\"counted\",\"id\":7,\"tokens\":4}");
  }

  @Test
  void aCancelledCompletionEndsEvenWhileThePromptIsRead() throws IOException {
    serve(() -> model);

    say(COMPLETE);
    say("{\"type\":\"cancel\",\"id\":1}");

    assertHeard(
        "{\"type\":\"done\",\"id\":1,\"promptTokens\":2,\"outputTokens\":0,\"stopReason\":\"cancelled\"}");
    assertThat(model.cancelled.getCount()).isZero();
  }

  @Test
  void aCancelOfSomethingElseIsIgnored() throws IOException {
    serve(() -> model);

    say("{\"type\":\"cancel\",\"id\":9}");
    say("{\"type\":\"count\",\"id\":7,\"text\":\"x\"}");

    assertHeard("{\"type\":\"counted\",\"id\":7,\"tokens\":1}");
  }

  @Test
  void whatTheEngineRefusesIsSaid() throws IOException {
    serve(() -> model);
    model.refusal = "too long";

    say(COMPLETE);

    assertHeard("{\"type\":\"error\",\"id\":1,\"message\":\"too long\"}");
  }

  @Test
  void aModelThatCannotBeLoadedEndsTheProgram() throws Exception {
    start(
        () -> {
          throw new LoadException("damaged", "no GGUF file");
        });

    assertHeard("{\"type\":\"failed\",\"reason\":\"damaged\",\"message\":\"no GGUF file\"}");
    assertThat(daemon.read()).isNull();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aRequestBeforeTheModelIsLoadedIsRefused() throws IOException {
    CountDownLatch loaded = new CountDownLatch(1);
    start(
        () -> {
          try {
            loaded.await();
            return model;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });

    say("{\"type\":\"count\",\"id\":7,\"text\":\"x\"}");

    assertHeard("{\"type\":\"error\",\"id\":7,\"message\":\"the model is not loaded\"}");
    loaded.countDown();
    assertHeard("{\"type\":\"ready\"}");
  }

  @Test
  void anAnswerThatCannotBeWrittenEndsTheProgram() throws Exception {
    serve(() -> model);
    say(COMPLETE);
    ours.shutdownOutput();

    model.pieces("never heard");

    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theEndOfTheConnectionEndsTheProgramHoweverBusyItIs() throws Exception {
    serve(() -> model);
    say(COMPLETE);

    daemon.close();

    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private void serve(ModelServer.Loading loading) throws IOException {
    start(loading);
    assertHeard("{\"type\":\"ready\"}");
  }

  private void start(ModelServer.Loading loading) {
    ModelServer service = new ModelServer(new LineChannel(ours), loading, polite);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                service.serve();
              } catch (IOException e) {
                // The channel was closed under the reader, which ends the program too.
              } finally {
                ended.countDown();
              }
            });
  }

  private void say(String line) throws IOException {
    daemon.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void assertHeard(String line) throws IOException {
    assertThat(new String(Objects.requireNonNull(daemon.read()), StandardCharsets.UTF_8))
        .isEqualTo(line);
  }

  /** Generates the pieces that a test gives it, and waits for ever without any. */
  private static final class FakeModel implements LoadedModel {
    private static final String END = "\0";
    private final LinkedBlockingQueue<String> pieces = new LinkedBlockingQueue<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private volatile String refusal = "";

    void pieces(String... some) {
      for (String piece : some) {
        pieces.add(piece);
      }
      pieces.add(END);
    }

    @Override
    public int count(String text) {
      return text.length();
    }

    @Override
    public Generation begin(Request.Complete request) {
      if (!refusal.isEmpty()) {
        throw new IllegalArgumentException(refusal);
      }
      return new Generation() {
        @Override
        public @Nullable String next() {
          try {
            String piece = pieces.take();
            return piece.equals(END) ? null : piece;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        }

        @Override
        public void cancel() {
          cancelled.countDown();
        }
      };
    }
  }
}
