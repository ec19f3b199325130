package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Says of answers that begin, and of those that do not, how they fail. */
class BrokenAnswerTest extends FailureKit {
  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void anAnswerThatEndsInTheMiddleIsBroken(String kind) {
    String begun = Replies.begun(kind, "one");
    for (VendorSocket.Answer answer :
        List.<VendorSocket.Answer>of(
            line -> line.begin().piece(begun),
            line -> line.begin().piece(begun).end(),
            line -> line.begin().piece(begun + "data: {\"type\":\"mess").end(),
            line -> line.begin().end())) {
      ModelException failure = failure(kind, answer);
      assertThat(failure.reason()).isEqualTo(Reason.BROKEN_ANSWER);
      assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
    }
    assertThat(pieces).contains("one");
  }

  static Stream<VendorSocket.Answer> garbage() {
    return Stream.of(
        line -> line.send("\u0000\u0001\u0002garbage\r\n\r\n"),
        line -> line.send(""),
        line -> line.begin().piece("data: {not JSON}\n\n").end(),
        line -> line.begin().piece("data: 42\n\n").end(),
        line -> line.begin().piece("data: [1,2]\n\n").end(),
        line -> line.begin().piece("data: {\"choices\":\"odd\"}\n\n").end(),
        line -> line.begin().piece("data: {\"candidates\":[7]}\n\n").end(),
        line -> line.begin().piece("\u0000\u0001\u0002\u0003".repeat(500)).end(),
        line -> {
          line.begin();
          for (int i = 0; i < 20; i++) {
            line.piece("x".repeat(1 << 20));
          }
          line.hold();
        });
  }

  @ParameterizedTest
  @MethodSource("garbage")
  void garbageIsNoAnswer(VendorSocket.Answer answer) {
    ModelException failure = failure("openai", answer);
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN_ANSWER);
    assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
    assertThat(failure("anthropic", answer).reason()).isEqualTo(Reason.BROKEN_ANSWER);
    assertThat(failure("google", answer).reason()).isEqualTo(Reason.BROKEN_ANSWER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "application/json", "image/png"})
  void whoeverAnswersWithSomethingElseIsAtAWrongAddress(String type) {
    ModelException failure =
        failure("openai", VendorSocket.whole(200, "Content-Type: " + type + "\r\n", PAGE));
    assertThat(failure).hasMessageContaining(type);
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN_ANSWER);
    assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
    assertThat(failure.remedy()).contains("--api-base");
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void aWholeAnswerThatHoldsNothingIsToldAndNotAskedForAgain(String kind) {
    ModelException failure = failure(kind, VendorSocket.events(Replies.answer(kind)));
    assertThat(failure).hasMessageContaining("empty answer");
    assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void aServerThatGoesSilentHasStalled(String kind) throws Exception {
    Timeouts timeouts =
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofMillis(300));
    vendor.plays(line -> line.begin().piece(Replies.begun(kind, "one")).hold());
    ModelException failure = failure(kind, vendor.address("/v1"), timeouts);
    assertThat(failure.reason()).isEqualTo(Reason.STALLED);
    assertThat(failure).hasMessageContaining("no data arrived for 300 ms");
    assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
    assertThat(pieces).containsExactly("one");
    assertThat(vendor.wasLeft(5000)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "google"})
  void aServerThatNeverAnswersHasStalled(String kind) throws Exception {
    Timeouts timeouts =
        new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(20));
    for (VendorSocket.Answer answer :
        List.<VendorSocket.Answer>of(VendorSocket.Line::hold, line -> line.begin().hold())) {
      vendor.plays(answer);
      ModelException failure = failure(kind, vendor.address("/v1"), timeouts);
      assertThat(failure.reason()).isEqualTo(Reason.STALLED);
    }
    assertThat(vendor.wasLeft(5000)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void aStreamThatNeverEndsIsLeftWithItsTurn(String kind) throws Exception {
    vendor.plays(
        line -> {
          line.begin();
          while (true) {
            line.piece(": still thinking\n\n");
          }
        });
    Thread asking =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatExceptionOfType(InterruptedException.class)
                        .isThrownBy(
                            () ->
                                Replies.open(kind, vendor.address("/v1"), Replies.SHORT)
                                    .complete(Replies.request("Hello"), pieces::add)));
    assertThat(vendor.request().body()).contains("Hello");

    asking.interrupt();

    assertThat(asking.join(Duration.ofSeconds(5))).isTrue();
    assertThat(vendor.wasLeft(5000)).isTrue();
  }

  @Test
  void aServerThatIsNotThereCannotBeReached() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ModelException refused =
        failure("openai", URI.create("http://127.0.0.1:" + port + "/v1"), Replies.SHORT);
    assertThat(refused.reason()).isEqualTo(Reason.UNREACHABLE);
    assertThat(refused.kind()).isEqualTo(Kind.TRANSIENT);
    assertThat(refused).hasMessageContaining("refused").hasMessageContaining(":" + port);
    ModelException nameless =
        failure("openai", URI.create("http://no-such-host.invalid/v1"), Replies.SHORT);
    assertThat(nameless.reason()).isEqualTo(Reason.UNREACHABLE);
    assertThat(nameless).hasMessageContaining("unknown host");
    ModelException plain =
        failure(
            "openai",
            URI.create("https" + vendor.address("/v1").toString().substring(4)),
            Replies.SHORT);
    assertThat(plain.reason()).isIn(Reason.UNREACHABLE, Reason.BROKEN_ANSWER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai", "google"})
  void aRedirectIsNotFollowed(String kind) throws Exception {
    try (VendorSocket other = new VendorSocket()) {
      ModelException failure =
          failure(
              kind,
              VendorSocket.whole(307, "Location: " + other.address("/v1/steal") + "\r\n", ""));
      assertThat(failure).hasMessageContaining("307");
      assertThat(failure.remedy()).contains("--api-base");
      assertThat(other.untaken()).isZero();
    }
  }

  @Test
  void aFailureIsAskedOnce() throws Exception {
    failure("openai", VendorSocket.json(503, "{}"));
    vendor.request();
    assertThat(vendor.untaken()).isZero();
  }
}
