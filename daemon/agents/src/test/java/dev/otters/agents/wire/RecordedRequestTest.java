package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceText;
import dev.otters.home.text.Redactor;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.TurnOptions;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.trace.TraceReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requests that a vendor received, next to their traces. */
class RecordedRequestTest extends VendorTest {
  private static final String KEY = "sk-a-key-of-a-vendor";
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(6);
  static final String ANTHROPIC =
      """
      data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant",\
      "content":[],"model":"some-model","usage":{"input_tokens":25,"output_tokens":1}}}

      data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

      data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi."}}

      data: {"type":"content_block_stop","index":0}

      data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}

      data: {"type":"message_stop"}

      """;
  static final String OPENAI =
      """
      data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",\
      "choices":[{"index":0,"delta":{"role":"assistant","content":"Hi."},"finish_reason":null}]}

      data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m",\
      "choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

      data: [DONE]

      """;
  static final String GOOGLE =
      """
      data: {"candidates":[{"content":{"parts":[{"text":"Hi."}],"role":"model"}}]}

      data: {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"c2ln"}],\
      "role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":25}}

      """;
  private static final VendorSocket.Answer BUSY =
      VendorSocket.json(503, "{\"error\":{\"message\":\"busy\"}}");

  @Override
  Provider provider(String kind) {
    return ChatProviders.open(
        new ProviderConfig(
            kind,
            kind,
            Optional.of(new Secret(KEY)),
            Optional.of(vendor.address("/v1")),
            List.of(),
            Timeouts.STANDARD));
  }

  private void say(RuntimeClient runtime, String text) {
    kit.say("m" + text.length(), text);
    Answer answer = new Answer.Over(Outcome.Kind.FAILED);
    while (answer.equals(new Answer.Over(Outcome.Kind.FAILED))) {
      Activation turn = WireKit.lease(runtime);
      answer = runtime.call(WireKit.complete(turn, 1));
      kit.time.advance(LONGEST_WAIT);
    }
  }

  private List<TracePrompt> traces(int turns) {
    TraceReader reader = kit.sessions.traceReader();
    List<TracePrompt> prompts = new ArrayList<>();
    for (int turn = 1; turn <= turns; turn++) {
      String name = Integer.toString(turn);
      for (TraceCall call : reader.turn(kit.agent, kit.session, name).calls()) {
        prompts.add(reader.prompt(kit.agent, kit.session, name, call.id()));
      }
    }
    return prompts;
  }

  private void assertRecorded(String kind, String events) throws Exception {
    kit.directory.model = kind + "/some-model";
    vendor.plays(BUSY, VendorSocket.events(events));
    RuntimeClient runtime = kit.runtime();

    say(runtime, "hällo \"you\"");
    say(runtime, "again");

    List<TracePrompt> traces = traces(2);
    List<String> received = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      received.add(vendor.request().body());
    }
    assertThat(vendor.untaken()).isZero();
    assertThat(traces).extracting(TracePrompt::request).isEqualTo(received);
    assertThat(traces).allMatch(TracePrompt::intact).allMatch(trace -> trace.call().http());
    assertThat(traces.getFirst().call().error()).contains("busy");
    assertThat(traces.getLast().answer()).contains("Hi.");
    assertThat(traces.toString()).doesNotContain(KEY);
  }

  @Test
  void theRecordedBytesAreThoseThatAnthropicReceivedAlsoOfARetry() throws Exception {
    assertRecorded("anthropic", ANTHROPIC);
  }

  @Test
  void theRecordedBytesAreThoseThatOpenAiReceivedAlsoOfARetry() throws Exception {
    assertRecorded("openai", OPENAI);
  }

  @Test
  void theRecordedBytesAreThoseThatGoogleReceivedAlsoOfARetry() throws Exception {
    assertRecorded("google", GOOGLE);
  }

  @Test
  void aTurnKeepsTheModelTheSettingsAndTheToolsWithWhichItBegan() throws Exception {
    kit.directory.options = Map.of("max-tokens", "100");
    kit.directory.blocks = List.of(block("as it was"));
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    ToolCall unused = kit.use(runtime, turn, 1);

    kit.directory.model = "openai/some-model";
    kit.directory.options = Map.of("max-tokens", "7", "trace", "off");
    kit.directory.blocks = List.of(block("as it is"));
    kit.directory.tools = List.of(new ToolSchema("new", "New.", "{}"));
    WireKit.result(runtime, turn, 1, "done");
    kit.answer(runtime, turn, 2, "done");

    assertThat(kit.model.requests)
        .hasSize(2)
        .allSatisfy(request -> assertThat(request.options()).containsEntry("max-tokens", "100"))
        .allSatisfy(request -> assertThat(request.tools()).isEmpty())
        .allSatisfy(
            request ->
                assertThat(request.messages().getFirst())
                    .isEqualTo(new ChatMessage.System("as it was")));
    assertThat(traces(1)).extracting(trace -> trace.call().model()).containsOnly("test/model");
    String context = context("1");
    assertThat(context).contains("\"max-tokens\":\"100\"").contains("test/model");

    kit.say("m2", "again");
    assertThat(WireKit.lease(runtime).id()).isNotEqualTo(turn.id());
    assertThat(context("2")).contains("openai/some-model");
  }

  @Test
  void aTurnKeepsItsLimitsItsMemoryAndItsTracePolicy() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    ToolCall unused = kit.use(runtime, turn, 1);

    kit.directory.limits = new TurnOptions(1, 1000);
    kit.directory.maxIterations = 1;
    kit.directory.memory = new Memory(true, 1, 1000);
    kit.directory.options = Map.of("trace", "off");
    kit.time.advance(Duration.ofSeconds(2));
    var alive = runtime.call(new Call.Heartbeat(turn.id(), turn.fence()));
    WireKit.result(runtime, turn, 1, "done");
    kit.answer(runtime, turn, 2, "done");

    assertThat(alive).isInstanceOf(Answer.Done.class);
    assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status())
        .isEqualTo(SessionStatus.IDLE);
    assertThat(traces(1)).hasSize(2).allSatisfy(trace -> assertThat(trace.request()).isNotEmpty());
    assertThat(context("1"))
        .contains("\"maxIterations\":20")
        .contains("\"toolTimeoutMillis\":120000")
        .doesNotContain("\"summarizes\":true");

    kit.say("m2", "again");
    Activation next = WireKit.lease(runtime);
    assertThat(next.options()).isEqualTo(kit.directory.limits);
    assertThat(context("2"))
        .contains("\"maxIterations\":1,")
        .contains("\"toolTimeoutMillis\":1,")
        .contains("\"summarizes\":true");
  }

  private String context(String turn) {
    return kit.sessions.traceReader().context(kit.agent, kit.session, turn).json();
  }

  private static PromptBlock block(String text) {
    return new PromptBlock("AGENT", PromptBlock.Origin.RUNTIME, text);
  }

  @Test
  void secretsThatTheAgentGotAfterTheMessageAreHiddenInItsTraces() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "it is a \"quoted\" secret");
    kit.directory.redactor = new Redactor(List.of("a \"quoted\" secret"))::redact;
    kit.answer(runtime, WireKit.lease(runtime), 1, "done");

    TracePrompt trace = traces(1).getFirst();

    assertThat(trace.request()).contains("it is (secret)").doesNotContain("quoted");
    assertThat(trace.call().text()).isEqualTo(TraceText.REDACTED);
    assertThat(trace.intact()).isTrue();
  }

  @Test
  void aRequestWithoutHttpIsRecordedAsItWasHandedOver() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    kit.answer(runtime, WireKit.lease(runtime), 1, "done");

    TracePrompt trace = traces(1).getFirst();

    assertThat(trace.call().http()).isFalse();
    assertThat(trace.request()).contains("\"text\":\"hello\"").contains("\"model\":\"model\"");
    assertThat(trace.intact()).isTrue();
  }
}
