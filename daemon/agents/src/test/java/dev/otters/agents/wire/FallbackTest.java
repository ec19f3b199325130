package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.price.Price;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a turn does when its model fails and the Agentfile names others. */
@Timeout(60)
class FallbackTest {
  private static final String OVERLOADED =
      "{\"error\":{\"type\":\"overloaded_error\",\"message\":\"busy\"}}";
  private static final String HALF =
      "data:"
          + " {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Once"
          + " upon\"},\"finish_reason\":null}],\"usage\":{\"prompt_tokens\":70,\"completion_tokens\":30}}\n\n";

  @TempDir Path folder;
  @AutoClose private VendorSocket vendor;
  @AutoClose private WireKit kit;
  private RuntimeClient runtime;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    ProviderConfig config = VendorSocket.config("acme", "openai", vendor.address("/v1"));
    kit = new WireKit(folder, List.of(ChatProviders.open(config)));
    kit.directory.model = "acme/m";
    kit.directory.options = Map.of("fallback-models", "test/model");
    runtime = kit.runtime();
    kit.say("m1", "hello");
  }

  private List<String> ledger() {
    return kit.database.read(
        rows ->
            rows.list(
                "SELECT model || ' ' || input_tokens || '/' || output_tokens AS line FROM ledger"
                    + " ORDER BY rowid",
                row -> row.text("line")));
  }

  private List<String> texts() {
    return kit.database.read(
        rows ->
            rows.list(
                "SELECT body ->> '$.text' AS text FROM events WHERE type = 'agent.message'",
                row -> row.text("text")));
  }

  @Test
  void theNextModelAnswersAndIsAskedFirstForTheRestOfTheAttempt() throws Exception {
    vendor.plays(VendorSocket.json(529, OVERLOADED));
    Activation turn = WireKit.lease(runtime);

    kit.use(runtime, turn, 1);
    WireKit.result(runtime, turn, 1, "README.md");
    kit.answer(runtime, turn, 2, "one file");

    assertThat(vendor.request().body()).contains("hello");
    assertThat(vendor.untaken()).isZero();
    assertThat(ledger()).containsExactly("test/model 5/2", "test/model 5/2");
    assertThat(texts()).containsExactly("Well.", "one file");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAnswerThatBrokeOffIsReplacedAndItsTokensCount(boolean silent) throws Exception {
    vendor.plays(line -> line.begin().piece(silent ? HALF + "data: {\n\n" : HALF));
    Activation turn = WireKit.lease(runtime);

    kit.answer(runtime, turn, 1, "one two");

    assertThat(ledger()).containsExactly("acme/m 70/30", "test/model 5/2");
    assertThat(texts()).containsExactly("one two");
  }

  @Test
  void ifAllFailTheAttemptFailsLikeTheFirst() {
    vendor.plays(VendorSocket.json(529, OVERLOADED));
    kit.directory.options = Map.of("fallback-models", "acme/other, none/such");
    Activation turn = WireKit.lease(runtime);

    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));

    assertThat(kit.error())
        .contains("\"kind\":\"transient\"")
        .contains(
            "the provider 'acme' is overloaded (529: busy); the last fallback: unknown provider");
  }

  @Test
  void aFallbackThatDoesNotExistIsSkipped() {
    vendor.plays(VendorSocket.json(529, OVERLOADED));
    kit.directory.options = Map.of("fallback-models", "none/such,test/model");

    kit.answer(runtime, WireKit.lease(runtime), 1, "one two");

    assertThat(ledger()).containsExactly("test/model 5/2");
  }

  @Test
  void aStepThatBreaksOffBeforeItsFallbackIsAskedLeavesNoRecording() {
    vendor.plays(VendorSocket.json(529, OVERLOADED));
    kit.sessions.price(FallbackTest::priceThatBreaks);
    Activation turn = WireKit.lease(runtime);

    assertThatExceptionOfType(RuntimeClient.Refused.class)
        .isThrownBy(() -> runtime.call(WireKit.complete(turn, 1)));

    String step = "%s.%d.1.trace".formatted(turn.id(), turn.fence());
    assertThat(kit.sessions.traces().end(step, kit.agent)).isEmpty();
  }

  private static Optional<Price> priceThatBreaks(String model) {
    if (model.equals("test/model")) {
      throw new IllegalStateException("no prices");
    }
    return Optional.empty();
  }

  @Test
  void aPermanentFailureIsNotHiddenByAnotherModel() {
    vendor.plays(VendorSocket.json(401, "{}"));
    Activation turn = WireKit.lease(runtime);

    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));

    assertThat(kit.model.requests).isEmpty();
    assertThat(kit.error()).contains("\"kind\":\"permanent\"").contains("no API key");
  }
}
