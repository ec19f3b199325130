package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Google;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Says of each way in which Google fails what it is called.
 *
 * @see <a href="https://ai.google.dev/gemini-api/docs/troubleshooting">its errors</a>
 */
class GoogleFailureTest extends FailureKit {
  private static String error(int code, String status, String message, String... details) {
    return """
    {"error":{"code":%d,"message":%s,"status":"%s","details":[%s]}}\
    """
        .formatted(code, Replies.quoted(message), status, String.join(",", details));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | INVALID_ARGUMENT | Unknown name | BAD_REQUEST | PERMANENT | (400: Unknown name)",
        "400 | INVALID_ARGUMENT | The input token count (12) exceeds the maximum number of tokens"
            + " allowed (10). | TOO_LONG | PERMANENT | exceeds the context of the model",
        "401 | UNAUTHENTICATED | no key | AUTH | PERMANENT | rejected its key (401: no key)",
        "403 | PERMISSION_DENIED | not you | AUTH | PERMANENT | rejected its key (403: not you)",
        "404 | NOT_FOUND | models/x is not found for API version v1beta | MODEL_UNKNOWN | PERMANENT"
            + " | has no such model (404: models/x",
        "429 | RESOURCE_EXHAUSTED | You exceeded your current quota | OVERLOADED | TRANSIENT"
            + " | limits the rate of requests (429",
        "500 | INTERNAL | An internal error | FAILED | TRANSIENT | failed (500: An internal error)",
        "503 | UNAVAILABLE | The model is overloaded. | OVERLOADED | TRANSIENT | is overloaded"
            + " (503",
      })
  void aStatusIsToldByItsReasonBeforeAndWithinAnAnswer(
      int status, String word, String message, Reason reason, Kind lasting, String said) {
    String body = error(status, word, message);
    for (VendorSocket.Answer answer :
        new VendorSocket.Answer[] {
          VendorSocket.json(status, body),
          VendorSocket.json(status, "[" + body + "]"),
          VendorSocket.events(Google.text("one") + "data: " + body + "\n\n")
        }) {
      ModelException failure = failure("google", answer);
      assertThat(failure).hasMessageContaining(said);
      assertThat(failure.reason()).isEqualTo(reason);
      assertThat(failure.kind()).isEqualTo(lasting);
    }
  }

  @Test
  void anInvalidKeyIsToldAsOneThoughItsStatusIsThatOfABadRequest() {
    String invalid =
        error(
            400,
            "INVALID_ARGUMENT",
            "API key not valid.",
            "{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"API_KEY_INVALID\"}");

    ModelException failure = failure("google", VendorSocket.json(400, invalid));

    assertThat(failure.reason()).isEqualTo(Reason.AUTH);
    assertThat(failure.remedy()).contains("otters provider edit acme --api-key");
  }

  @ParameterizedTest
  @CsvSource({"34s, 34000", "1.5s, 1500", "9999999s, 3600000", "soon, ", "-1s, ", "'', "})
  void theWaitInTheBodyIsKeptUnlessAHeaderHasOne(String delay, Long millis) {
    String body =
        error(
            429,
            "RESOURCE_EXHAUSTED",
            "slow down",
            "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"%s\"}"
                .formatted(delay));

    ModelException failure = failure("google", VendorSocket.json(429, body));
    ModelException headed =
        failure(
            "google",
            VendorSocket.whole(429, "Content-Type: application/json\r\nRetry-After: 7\r\n", body));

    assertThat(failure.retryAfter().map(Duration::toMillis).orElse(null)).isEqualTo(millis);
    assertThat(headed.retryAfter()).contains(Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @CsvSource({"MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER", "SOMETHING_NEW"})
  void anAnswerThatTheVendorItselfCallsUnusableIsNotAskedForAgain(String reason) {
    String end =
        Google.end(reason).replace("\"index\"", "\"finishMessage\":\"call: print(\",\"index\"");

    ModelException failure = failure("google", VendorSocket.events(Google.text("one") + end));

    assertThat(failure)
        .hasMessage("the provider 'acme' ended its answer early: " + reason + ": call: print(");
    assertThat(failure.reason()).isEqualTo(Reason.BROKEN_ANSWER);
    assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
    assertThat(pieces).containsExactly("one");
  }
}
