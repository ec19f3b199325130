package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.UsageGroup;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A vendor's failure on its whole way, from the socket to the session. */
class VendorTurnTest extends VendorTest {
  @Override
  Provider provider(String kind) {
    return ChatProviders.open(VendorSocket.config("acme-" + kind, kind, vendor.address("/v1")));
  }

  private void fail(String kind) throws IOException {
    kit.directory.model = "acme-" + kind + "/some/model";
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = runtime.call(new Call.Lease()).activation();
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
  }

  private SessionStatus status() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "google"})
  void aTurnWaitsAsLongAsTheVendorAsked(String kind) throws IOException {
    vendor.plays(VendorSocket.whole(429, "Retry-After: 500\r\n", "{}"));
    fail(kind);
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.error()).contains("\"retryInMillis\":500000").contains("acme");
  }

  @Test
  void aTurnWaitsAsLongAsTheBodyOfGoogleSays() throws IOException {
    vendor.plays(
        VendorSocket.json(
            429, "{\"error\":{\"code\":429,\"details\":[{\"retryDelay\":\"500s\"}]}}"));
    fail("google");
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.error()).contains("\"retryInMillis\":500000").contains("acme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic", "google"})
  void aRefusedKeyStopsTheSessionAndSaysWhatToDo(String kind) throws IOException {
    vendor.plays(VendorSocket.json(401, "{\"error\":{\"message\":\"no\"}}"));
    fail(kind);
    assertThat(status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit.error()).contains("otters provider edit acme-" + kind + " --api-key");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "openai | {\"choices\":[{\"delta\":{\"content\":\"well, well\"}}],"
            + "\"usage\":{\"prompt_tokens\":700,\"completion_tokens\":1}}",
        "google | {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"well, well\"}]}}],"
            + "\"usageMetadata\":{\"promptTokenCount\":700,\"candidatesTokenCount\":1}}"
      })
  void theUsageOfABrokenStreamIsInTheLedger(String kind, String event) throws IOException {
    vendor.plays(line -> line.begin().piece("data: " + event + "\n\n"));
    fail(kind);
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.sessions.service().usage(UsageGroup.PROVIDER, Instant.EPOCH, Optional.empty()))
        .satisfies(
            report -> assertThat(report.rows()).hasSize(1),
            report -> assertThat(report.total().inputTokens()).isEqualTo(700),
            report -> assertThat(report.total().outputTokens()).isEqualTo(3),
            report -> assertThat(report.total().estimated()).isTrue());
  }
}
