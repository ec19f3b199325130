package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.api.session.EventType;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.SessionEvent;
import dev.otters.sessions.SessionStatus;
import java.io.IOException;
import java.nio.file.Path;
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

  /** Lets a turn fail as the runtime does, and returns what the runtime was told. */
  private WireError fail() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = runtime.call(new Call.Lease()).activation();
    Call.Complete ask =
        new Call.Complete(
            turn.id(), turn.fence(), "c1", List.of(new ChatMessage.User("hello")), List.of());
    WireError told =
        catchThrowableOfType(RuntimeClient.Refused.class, () -> runtime.call(ask)).error();
    ErrorKind kind =
        told.code() == Code.MODEL_TRANSIENT ? ErrorKind.TRANSIENT : ErrorKind.PERMANENT;
    runtime.call(
        new Call.Ack(
            turn.id(), turn.fence(), new Outcome.Failed(kind, told.message()), Usage.NONE));
    return told;
  }

  private SessionStatus status() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status();
  }

  private String error() {
    return kit.sessions.service().events(kit.agent, kit.session, 0, 100).stream()
        .filter(event -> event.type() == EventType.ERROR)
        .map(SessionEvent::body)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aTurnWaitsAsLongAsTheVendorAsked() throws IOException {
    vendor.plays(VendorSocket.whole(429, "Retry-After: 500\r\n", "{}"));
    WireError told = fail();
    assertThat(told.code()).isEqualTo(Code.MODEL_TRANSIENT);
    assertThat(told.retryAfterMillis()).hasValue(500_000);
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(error()).contains("\"retryInMillis\":500000").contains("acme");
  }

  @Test
  void aRefusedKeyStopsTheSessionAndSaysWhatToDo() throws IOException {
    vendor.plays(VendorSocket.json(401, "{\"error\":{\"message\":\"no\"}}"));
    WireError told = fail();
    assertThat(told.code()).isEqualTo(Code.MODEL_PERMANENT);
    assertThat(told.message()).contains("otters provider edit acme --api-key");
    assertThat(status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(error()).contains("otters provider edit acme");
  }
}
