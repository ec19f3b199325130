package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.UsageGroup;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A vendor's failure on its whole way, from the socket to the session. */
class VendorTurnTest {
  @TempDir Path folder;
  private VendorSocket vendor;
  private WireKit kit;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    ProviderConfig config =
        new ProviderConfig(
            "acme",
            "openai",
            Optional.empty(),
            Optional.of(vendor.address("/v1")),
            List.of(),
            Timeouts.STANDARD);
    kit = new WireKit(folder, List.of(ChatProviders.open(config)));
    kit.directory.model = "acme/some/model";
  }

  @AfterEach
  void close() throws IOException {
    kit.close();
    vendor.close();
  }

  private void fail() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = runtime.call(new Call.Lease()).activation();
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
  }

  private SessionStatus status() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status();
  }

  @Test
  void aTurnWaitsAsLongAsTheVendorAsked() throws IOException {
    vendor.plays(VendorSocket.whole(429, "Retry-After: 500\r\n", "{}"));
    fail();
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.error()).contains("\"retryInMillis\":500000").contains("acme");
  }

  @Test
  void aRefusedKeyStopsTheSessionAndSaysWhatToDo() throws IOException {
    vendor.plays(VendorSocket.json(401, "{\"error\":{\"message\":\"no\"}}"));
    fail();
    assertThat(status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit.error()).contains("otters provider edit acme --api-key");
  }

  @Test
  void theUsageOfABrokenStreamIsInTheLedger() throws IOException {
    vendor.plays(
        line -> {
          String text = "{\"choices\":[{\"delta\":{\"content\":\"well, well\"}}],";
          String usage = "\"usage\":{\"prompt_tokens\":700,\"completion_tokens\":1}}";
          line.begin().piece("data: " + text + usage + "\n\n");
        });
    fail();
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.sessions.service().usage(UsageGroup.PROVIDER, Instant.EPOCH, Optional.empty()))
        .satisfies(
            report -> assertThat(report.rows()).hasSize(1),
            report -> assertThat(report.total().inputTokens()).isEqualTo(700),
            report -> assertThat(report.total().outputTokens()).isEqualTo(3),
            report -> assertThat(report.total().estimated()).isTrue());
  }
}
