package dev.otters.server.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.server.gateway.ModelException;
import dev.otters.server.gateway.ModelException.Kind;
import dev.otters.server.gateway.ModelException.Reason;
import dev.otters.server.provider.Timeouts;
import dev.otters.server.provider.VendorSocket;
import dev.otters.server.provider.langchain4j.Replies.Anthropic;
import dev.otters.server.provider.langchain4j.Replies.OpenAi;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Says of each way to fail what it is called.
 *
 * @see <a href="https://platform.claude.com/docs/en/api/errors">Anthropic's errors</a>
 * @see <a href="https://platform.openai.com/docs/guides/error-codes">OpenAI's errors</a>
 */
class FailureTest {
  private static final String PAGE =
      "<html>\r\n<head><title>502 Bad Gateway</title></head><body>nginx</body></html>";

  private final List<String> pieces = new ArrayList<>();
  private VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  @AfterEach
  void close() throws IOException {
    vendor.close();
  }

  private ModelException failure(String kind, VendorSocket.Answer... answers) {
    vendor.plays(answers);
    return failure(kind, vendor.address("/v1"), Replies.SHORT);
  }

  /** Asks, and looks that nothing that is thrown says the key. */
  private ModelException failure(String kind, URI base, Timeouts timeouts) {
    ModelException failure =
        catchThrowableOfType(
            ModelException.class,
            () ->
                Replies.open(kind, base, timeouts).complete(Replies.request("Hello"), pieces::add));
    StringWriter all = new StringWriter();
    failure.printStackTrace(new PrintWriter(all));
    assertThat(all + failure.remedy()).doesNotContain(Replies.KEY.substring(3, 12));
    assertThat(failure.getMessage()).contains("acme").doesNotContain("\n", "<html");
    assertThat(failure.getCause()).isNull();
    return failure;
  }

  private static String anthropic(String type, String message) {
    return """
    {"type":"error","error":{"type":"%s","message":%s},"request_id":"req_1"}\
    """
        .formatted(type, Replies.quoted(message));
  }

  private static String openAi(String type, String code, String message) {
    return """
    {"error":{"message":%s,"type":"%s","param":null,"code":"%s"}}\
    """
        .formatted(Replies.quoted(message), type, code);
  }

  private static Arguments row(
      String kind, int status, String body, Reason reason, Kind lasting, String said) {
    return Arguments.of(kind, status, body, reason, lasting, said);
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        row(
            "anthropic",
            401,
            anthropic("authentication_error", "invalid x-api-key"),
            Reason.AUTH,
            Kind.PERMANENT,
            "refused its key (401: invalid x-api-key)"),
        row(
            "anthropic",
            403,
            anthropic("permission_error", "not allowed"),
            Reason.AUTH,
            Kind.PERMANENT,
            "403: not allowed"),
        row(
            "anthropic",
            402,
            anthropic("billing_error", "pay first"),
            Reason.QUOTA,
            Kind.PERMANENT,
            "nothing left to spend (402: pay first)"),
        row(
            "anthropic",
            400,
            anthropic("invalid_request_error", "Your credit balance is too low to access it."),
            Reason.QUOTA,
            Kind.PERMANENT,
            "credit balance"),
        row(
            "anthropic",
            400,
            anthropic("invalid_request_error", "max_tokens: must be positive"),
            Reason.BAD_REQUEST,
            Kind.PERMANENT,
            "max_tokens: must be positive"),
        row(
            "anthropic",
            400,
            anthropic(
                "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
            Reason.TOO_LONG,
            Kind.PERMANENT,
            "210000 tokens"),
        row(
            "anthropic",
            413,
            anthropic("request_too_large", "Request exceeds the maximum size"),
            Reason.TOO_LONG,
            Kind.PERMANENT,
            "exceeds the maximum size"),
        row(
            "anthropic",
            404,
            anthropic("not_found_error", "model: some-model"),
            Reason.MODEL_UNKNOWN,
            Kind.PERMANENT,
            "model: some-model"),
        row(
            "anthropic",
            429,
            anthropic("rate_limit_error", "slow down"),
            Reason.OVERLOADED,
            Kind.TRANSIENT,
            "429: slow down"),
        row(
            "anthropic",
            500,
            anthropic("api_error", "Internal server error"),
            Reason.FAILED,
            Kind.TRANSIENT,
            "500: Internal server error"),
        row(
            "anthropic",
            504,
            anthropic("timeout_error", "timed out"),
            Reason.OVERLOADED,
            Kind.TRANSIENT,
            "504"),
        row(
            "anthropic",
            529,
            anthropic("overloaded_error", "Overloaded"),
            Reason.OVERLOADED,
            Kind.TRANSIENT,
            "too much to do (529: Overloaded)"),
        row(
            "openai",
            401,
            openAi(
                "invalid_request_error",
                "invalid_api_key",
                "Incorrect API key provided: " + Replies.KEY + ". You can find your API key."),
            Reason.AUTH,
            Kind.PERMANENT,
            "Incorrect API key provided: (key)"),
        row(
            "openai",
            401,
            openAi(
                "invalid_request_error",
                "invalid_api_key",
                "Incorrect API key provided: sk-test-************8a6e."),
            Reason.AUTH,
            Kind.PERMANENT,
            "provided: (key)"),
        row(
            "openai",
            403,
            openAi(
                "invalid_request_error",
                "model_not_found",
                "Project does not have access to model some-model"),
            Reason.MODEL_UNKNOWN,
            Kind.PERMANENT,
            "does not have access"),
        row(
            "openai",
            404,
            openAi(
                "invalid_request_error",
                "model_not_found",
                "The model `some-model` does not exist"),
            Reason.MODEL_UNKNOWN,
            Kind.PERMANENT,
            "does not exist"),
        row(
            "openai",
            404,
            "{\"detail\":\"Not Found\"}",
            Reason.BAD_REQUEST,
            Kind.PERMANENT,
            "no such operation at http://127.0.0.1"),
        row("openai", 404, PAGE, Reason.BAD_REQUEST, Kind.PERMANENT, "no such operation"),
        row(
            "openai",
            400,
            openAi("invalid_request_error", "unsupported_value", "no temperature"),
            Reason.BAD_REQUEST,
            Kind.PERMANENT,
            "400: no temperature"),
        row(
            "openai",
            422,
            "{\"detail\":\"messages: field required\"}",
            Reason.BAD_REQUEST,
            Kind.PERMANENT,
            "422: messages: field required"),
        row(
            "openai",
            400,
            openAi("invalid_request_error", "context_length_exceeded", "too big"),
            Reason.TOO_LONG,
            Kind.PERMANENT,
            "too big"),
        row(
            "openai",
            400,
            "{\"error\":{\"code\":400,\"message\":\"the request exceeds it\","
                + "\"type\":\"exceed_context_size_error\"}}",
            Reason.TOO_LONG,
            Kind.PERMANENT,
            "the request exceeds it"),
        row(
            "openai",
            400,
            "{\"object\":\"error\",\"message\":\"This model's maximum context "
                + "length is 4096 tokens.\",\"type\":\"BadRequestError\",\"code\":400}",
            Reason.TOO_LONG,
            Kind.PERMANENT,
            "4096 tokens"),
        row(
            "openai",
            429,
            openAi("insufficient_quota", "insufficient_quota", "You exceeded your current quota"),
            Reason.QUOTA,
            Kind.PERMANENT,
            "exceeded your current quota"),
        row(
            "openai",
            429,
            openAi("requests", "rate_limit_exceeded", "Rate limit reached"),
            Reason.OVERLOADED,
            Kind.TRANSIENT,
            "Rate limit reached"),
        row("openai", 500, PAGE, Reason.FAILED, Kind.TRANSIENT, "'acme' failed (500)"),
        row("openai", 502, PAGE, Reason.OVERLOADED, Kind.TRANSIENT, "too much to do (502)"),
        row(
            "openai",
            503,
            openAi("unavailable_error", "", "Loading model"),
            Reason.OVERLOADED,
            Kind.TRANSIENT,
            "503: Loading model"),
        row(
            "openai",
            500,
            "{\"error\":\"line one\\nline two\\u0007\"}",
            Reason.FAILED,
            Kind.TRANSIENT,
            "(500: line one line two)"),
        row("openai", 418, "", Reason.BAD_REQUEST, Kind.PERMANENT, "(418)"));
  }

  @ParameterizedTest
  @MethodSource("statuses")
  void aStatusIsToldByItsReason(
      String kind, int status, String body, Reason reason, Kind lasting, String said) {
    ModelException failure = failure(kind, VendorSocket.json(status, body));
    assertThat(failure).hasMessageContaining(said);
    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(failure.kind()).isEqualTo(lasting);
    assertThat(failure.remedy().isEmpty()).isEqualTo(lasting == Kind.TRANSIENT);
    assertThat(pieces).isEmpty();
  }

  @Test
  void aRefusedKeyComesWithTheCommandThatChangesIt() {
    assertThat(failure("openai", VendorSocket.json(401, "{}")).remedy())
        .contains("otters provider edit acme --api-key");
  }

  @Test
  void anUnknownModelIsToldWithThoseThatThereAre() {
    ModelException failure =
        failure(
            "openai",
            VendorSocket.json(404, openAi("invalid_request_error", "model_not_found", "no model")),
            VendorSocket.json(200, "{\"data\":[{\"id\":\"alpha\"},{\"id\":\"beta\"}]}"));
    assertThat(failure).hasMessageEndingWith("; it has alpha, beta");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Retry-After: 7 | 7000",
        "Retry-After: 1.5 | 1500",
        "retry-after-ms: 250 | 250",
        "Date: Sun, 22 Nov 2026 10:00:00 GMT~Retry-After: Sun, 22 Nov 2026 10:00:30 GMT | 30000",
        "Date: Sun, 22 Nov 2026 10:00:00 GMT~Retry-After: Sun, 22 Nov 2026 09:00:00 GMT | 0",
        "Retry-After: 99999999999 | 3600000",
      })
  void theWaitThatAVendorAsksForIsKept(String headers, long millis) {
    for (int status : List.of(429, 503, 529)) {
      ModelException failure =
          failure(
              "anthropic", VendorSocket.whole(status, headers.replace("~", "\r\n") + "\r\n", "{}"));
      assertThat(failure.retryAfter()).contains(Duration.ofMillis(millis));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1", "", "Sun, 99 Nov", "1e9"})
  void aWaitThatCannotBeReadIsNone(String value) {
    VendorSocket.Answer answer = VendorSocket.whole(429, "Retry-After: " + value + "\r\n", "{}");
    assertThat(failure("openai", answer).retryAfter()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "anthropic, overloaded_error, OVERLOADED, TRANSIENT",
    "anthropic, rate_limit_error, OVERLOADED, TRANSIENT",
    "anthropic, api_error, FAILED, TRANSIENT",
    "anthropic, authentication_error, AUTH, PERMANENT",
    "anthropic, invalid_request_error, BAD_REQUEST, PERMANENT",
    "openai, server_error, FAILED, TRANSIENT",
    "openai, insufficient_quota, QUOTA, PERMANENT",
  })
  void anErrorWithinAnAnswerIsToldLikeOneBeforeIt(
      String kind, String type, Reason reason, Kind lasting) {
    String events =
        kind.equals("anthropic")
            ? Anthropic.START + Anthropic.event("error", anthropic(type, "it broke"))
            : OpenAi.text("one") + "data: " + openAi(type, "", "it broke") + "\n\n";
    ModelException failure = failure(kind, VendorSocket.events(events));
    assertThat(failure).hasMessageContaining("it broke");
    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(failure.kind()).isEqualTo(lasting);
  }

  @Test
  void anErrorWithinAnAnswerMayNameItsStatus() {
    String events =
        OpenAi.text("one") + "data: {\"error\":{\"code\":429,\"message\":\"slow\"}}\n\n";
    assertThat(failure("openai", VendorSocket.events(events)).reason())
        .isEqualTo(Reason.OVERLOADED);
    ModelException early =
        failure("openai", VendorSocket.json(200, "{\"error\":{\"code\":503,\"message\":\"no\"}}"));
    assertThat(early.reason()).isEqualTo(Reason.OVERLOADED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"anthropic", "openai"})
  void anAnswerThatEndsInTheMiddleIsBroken(String kind) {
    String begun =
        kind.equals("anthropic") ? Anthropic.START + Anthropic.text(0, "one") : OpenAi.text("one");
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
  @ValueSource(strings = {"anthropic", "openai"})
  void aWholeAnswerThatHoldsNothingIsToldAndNotAskedForAgain(String kind) {
    String events =
        kind.equals("anthropic")
            ? Anthropic.START + Anthropic.end("end_turn")
            : OpenAi.text() + OpenAi.end("stop");
    ModelException failure = failure(kind, VendorSocket.events(events));
    assertThat(failure).hasMessageContaining("empty answer");
    assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
  }

  @Test
  void aServerThatGoesSilentHasStalled() throws Exception {
    Timeouts timeouts =
        new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofMillis(300));
    vendor.plays(line -> line.begin().piece(OpenAi.text("one")).hold());
    ModelException failure = failure("openai", vendor.address("/v1"), timeouts);
    assertThat(failure.reason()).isEqualTo(Reason.STALLED);
    assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
    assertThat(pieces).containsExactly("one");
    assertThat(vendor.wasLeft(5000)).isTrue();
  }

  @Test
  void aServerThatNeverAnswersHasStalled() throws Exception {
    Timeouts timeouts =
        new Timeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(20));
    for (VendorSocket.Answer answer :
        List.<VendorSocket.Answer>of(VendorSocket.Line::hold, line -> line.begin().hold())) {
      vendor.plays(answer);
      ModelException failure = failure("anthropic", vendor.address("/v1"), timeouts);
      assertThat(failure.reason()).isEqualTo(Reason.STALLED);
    }
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
    assertThat(nameless).hasMessageContaining("no host of this name");
    ModelException plain =
        failure(
            "openai",
            URI.create("https" + vendor.address("/v1").toString().substring(4)),
            Replies.SHORT);
    assertThat(plain.reason()).isIn(Reason.UNREACHABLE, Reason.BROKEN_ANSWER);
  }

  @Test
  void aRedirectIsNotFollowed() throws Exception {
    try (VendorSocket other = new VendorSocket()) {
      ModelException failure =
          failure(
              "openai",
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
