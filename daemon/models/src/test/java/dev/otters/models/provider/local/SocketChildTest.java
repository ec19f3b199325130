package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketChildTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final GenerationRequest ASK =
      new GenerationRequest("Hi", "", Sampling.of(Map.of()), 1, List.of("<|im_end|>"));

  @TempDir Path folder;
  private final AtomicInteger kills = new AtomicInteger();
  private final LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
  private final List<String> deltas = new ArrayList<>();
  private LineChannel peer;
  private SocketChannel ours;

  @BeforeEach
  void connect() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      peer = new LineChannel(SocketChannel.open(address));
      ours = server.accept();
    }
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
    ours.close();
  }

  @Test
  void aChildThatReadsNothingIsEndedBeforeItsRequestsPileUp() {
    SocketChild child = child(LONG);
    GenerationRequest large =
        new GenerationRequest("x".repeat(4 << 20), "", Sampling.of(Map.of()), 1, List.of());
    for (int i = 0; i < SocketChild.MOST_REQUESTS; i++) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> child.complete(large, deltas::add)).isInstanceOf(Exception.class);
    }
    assertThat(kills.get()).isPositive();
  }

  @Test
  void aCompletionIsHeardPieceByPiece() throws Exception {
    SocketChild child = child(LONG);
    answer(
        """
        {"type":"delta","id":1,"text":"Hel"}
        {"type":"delta","id":1,"text":"lo"}
        {"type":"done","id":1,"promptTokens":3,"outputTokens":2,"stopReason":"end"}
        """);

    assertThat(child.complete(ASK, deltas::add)).isEqualTo(new Generation("Hello", 3, 2, false));
    assertThat(deltas).containsExactly("Hel", "lo");
    assertThat(requests.take())
        .contains("\"type\":\"complete\"", "\"prompt\":\"Hi\"", "\"stop\":[\"<|im_end|>\"]");
  }

  @Test
  void aCutCompletionSaysSo() throws Exception {
    SocketChild child = child(LONG);
    answer(
        "{\"type\":\"done\",\"id\":1,\"promptTokens\":3,\"outputTokens\":2,\"stopReason\":\"limit\"}\n");

    assertThat(child.complete(ASK, deltas::add).limited()).isTrue();
  }

  @Test
  void damagedWeightsNeedToBeFetchedAgain() throws Exception {
    say("{\"type\":\"failed\",\"reason\":\"damaged\",\"message\":\"no GGUF file\"}\n");

    assertThatThrownBy(() -> child(LONG).awaitReady())
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.PERMANENT);
              assertThat(e).hasMessage("the weights of local/m are damaged: no GGUF file");
              assertThat(e.remedy()).contains("otters model rm m", "otters model pull m");
            });
  }

  @Test
  void aMissingLibraryIsNamed() throws Exception {
    say("{\"type\":\"failed\",\"reason\":\"library\",\"message\":\"libgomp.so.1: not found\"}\n");

    assertThatThrownBy(() -> child(LONG).awaitReady())
        .isInstanceOfSatisfying(
            ModelException.class, e -> assertThat(e.remedy()).contains("apt install libgomp1"));
  }

  @Test
  void aCrashCostsTheRequestAndSaysHow() throws Exception {
    SocketChild child = child(LONG);
    Thread.ofVirtual()
        .start(
            () -> {
              read();
              hangUp();
            });

    assertThatThrownBy(() -> child.complete(ASK, deltas::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
              assertThat(e)
                  .hasMessage("the process of local/m ended by signal 11 while it answered");
            });
    assertThat(child.isUsable()).isFalse();
  }

  @Test
  void oneThatIsSilentIsKilled() throws Exception {
    SocketChild child = child(SHORT);

    assertThatThrownBy(() -> child.complete(ASK, deltas::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.STALLED);
              assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
            });
    assertThat(kills).hasValue(1);
  }

  @Test
  void oneThatNeverEndsItsAnswerIsKilled() {
    SocketChild child = child(LONG);
    String delta = "{\"type\":\"delta\",\"id\":1,\"text\":\"" + "x".repeat(60_000) + "\"}\n";
    Thread.ofVirtual()
        .start(
            () -> {
              while (kills.get() == 0) {
                try {
                  say(delta);
                } catch (java.io.UncheckedIOException e) {
                  return;
                }
              }
            });

    assertThatThrownBy(() -> child.complete(ASK, deltas::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.PERMANENT);
              assertThat(e.reason()).isEqualTo(Reason.BROKEN_ANSWER);
            });
    assertThat(kills.get()).isPositive();
    assertThat(deltas.stream().mapToInt(String::length).sum()).isLessThanOrEqualTo(8 << 20);
  }

  @Test
  void aClosedChildIsKilledAndItsConnectionEnds() throws IOException {
    SocketChild child = child(LONG);

    child.close();

    assertThat(kills.get()).isEqualTo(1);
    assertThat(ours.isOpen()).isFalse();
    assertThat(peer.read()).isNull();
  }

  @Test
  void aMessageOfMoreThan64KibibytesEndsIt() {
    SocketChild child = child(LONG);
    answer("{\"type\":\"delta\",\"id\":1,\"text\":\"" + "x".repeat(64 << 10) + "\"}\n");

    assertThatThrownBy(() -> child.complete(ASK, deltas::add)).isInstanceOf(ModelException.class);
    assertThat(deltas).isEmpty();
    assertThat(child.isUsable()).isFalse();
  }

  @Test
  void nonsenseEndsIt() throws Exception {
    SocketChild child = child(LONG);
    answer("Segmentation fault\n");

    assertThatThrownBy(() -> child.complete(ASK, deltas::add)).isInstanceOf(ModelException.class);
    assertThat(child.isUsable()).isFalse();
  }

  @Test
  void aCancelledCompletionLeavesItUsable() throws Exception {
    SocketChild child = child(LONG);
    CompletableFuture<Void> cancelled = interrupted(child);

    assertThat(read()).contains("\"cancel\"");
    assertThatThrownBy(cancelled::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(InterruptedException.class);
    say("{\"type\":\"delta\",\"id\":1,\"text\":\"late\"}\n");
    say("{\"type\":\"done\",\"id\":1,\"stopReason\":\"cancelled\"}\n");

    assertThat(child.isUsable()).isTrue();
    answer(
        "{\"type\":\"done\",\"id\":2,\"promptTokens\":1,\"outputTokens\":0,\"stopReason\":\"end\"}\n");
    assertThat(child.complete(ASK, deltas::add).text()).isEmpty();
  }

  @Test
  void oneThatDoesNotNoticeACancelIsOfNoUse() throws Exception {
    SocketChild child = child(SHORT);
    CompletableFuture<Void> cancelled = interrupted(child);

    assertThat(cancelled).failsWithin(LONG);
    assertThat(child.isUsable()).isFalse();
  }

  @Test
  void tokensAreCounted() throws Exception {
    SocketChild child = child(LONG);
    answer("{\"type\":\"counted\",\"id\":1,\"tokens\":7}\n");

    assertThat(child.count("Seven")).isEqualTo(7);
  }

  /** A completion whose thread is interrupted as soon as the child has got the request. */
  private CompletableFuture<Void> interrupted(SocketChild child) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    child.complete(
                        new GenerationRequest("Hi", "", ASK.sampling(), 1_000_000, List.of()),
                        deltas::add);
                    end.complete(null);
                  } catch (InterruptedException | RuntimeException e) {
                    end.completeExceptionally(e);
                  }
                });
    read();
    thread.interrupt();
    return end;
  }

  private SocketChild child(Duration wait) {
    ChildTimeouts patience = new ChildTimeouts(wait, wait, Duration.ofMillis(1), wait, wait);
    return new SocketChild("m", new LineChannel(ours), new Body(), patience);
  }

  private final class Body implements SocketChild.Body {
    @Override
    public void kill() {
      kills.incrementAndGet();
    }

    @Override
    public String epitaph() {
      return "by signal 11";
    }
  }

  /** Answers the next request and remembers it. */
  private void answer(String lines) {
    Thread.ofVirtual()
        .start(
            () -> {
              requests.add(read());
              say(lines);
            });
  }

  private String read() {
    try {
      return new String(java.util.Objects.requireNonNull(peer.read()), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void say(String lines) {
    try {
      peer.write(lines.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void hangUp() {
    try {
      peer.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
