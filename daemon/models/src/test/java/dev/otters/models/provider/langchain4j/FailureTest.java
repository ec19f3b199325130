package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
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
class FailureTest extends FailureKit {
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

  private static Arguments wrongKey(String message, String said) {
    String body = openAi("invalid_request_error", "invalid_api_key", message);
    return row("openai", 401, body, Reason.AUTH, Kind.PERMANENT, said);
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        row(
            "anthropic",
            401,
            anthropic("authentication_error", "invalid x-api-key"),
            Reason.AUTH,
            Kind.PERMANENT,
            "rejected its key (401: invalid x-api-key)"),
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
            "no credit left (402: pay first)"),
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
        row("openai", 408, "{}", Reason.OVERLOADED, Kind.TRANSIENT, "is busy (408)"),
        row("openai", 409, "{}", Reason.OVERLOADED, Kind.TRANSIENT, "is busy (409)"),
        row("openai", 425, "{}", Reason.OVERLOADED, Kind.TRANSIENT, "is busy (425)"),
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
            "is overloaded (529: Overloaded)"),
        wrongKey(
            "Incorrect API key provided: " + Replies.KEY + ". You can find your API key.",
            "Incorrect API key provided: (secret)"),
        wrongKey("Incorrect API key provided: sk-test-************8a6e.", "provided: (secret)"),
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
        row("openai", 502, PAGE, Reason.OVERLOADED, Kind.TRANSIENT, "is overloaded (502)"),
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

  @Test
  void onlyTheFirstOfManyModelsAreNamed() {
    String ids =
        java.util.stream.IntStream.range(0, 11)
            .mapToObj(i -> "{\"id\":\"m" + i + "\"}")
            .collect(java.util.stream.Collectors.joining(","));
    ModelException failure =
        failure(
            "openai",
            VendorSocket.json(404, openAi("invalid_request_error", "model_not_found", "no model")),
            VendorSocket.json(200, "{\"data\":[" + ids + "]}"));
    assertThat(failure).hasMessageEndingWith(", m8, m9 and others");
  }

  @Test
  void aListOfModelsHasALimit() throws Exception {
    String ids = "{\"id\":\"m\"},".repeat(2000) + "{\"id\":\"m\"}";
    vendor.plays(VendorSocket.json(200, "{\"data\":[" + ids + "]}"));
    var provider = Replies.open("openai", vendor.address("/v1"), Replies.SHORT);
    assertThat(provider.models()).hasSize(2000);
    vendor.plays(VendorSocket.json(200, " ".repeat((4 << 20) + 1)));
    assertThatThrownBy(provider::models).isInstanceOf(ModelException.class);
  }

  @Test
  void theWaitIsKeptEvenIfTheReasonBreaksOff() {
    ModelException failure =
        failure(
            "openai",
            line ->
                line.send(
                    "HTTP/1.1 429 No\r\nRetry-After: 7\r\nContent-Length: 100\r\n\r\n{\"err"));
    assertThat(failure.reason()).isEqualTo(Reason.OVERLOADED);
    assertThat(failure.retryAfter()).contains(Duration.ofSeconds(7));
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
}
