package dev.otters.models.provider.local;

import static dev.otters.models.provider.local.LocalSamples.CHATTER;
import static dev.otters.models.provider.local.LocalSamples.CHOOSER;
import static dev.otters.models.provider.local.LocalSamples.request;
import static dev.otters.models.provider.local.LocalSamples.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.home.time.ManualTime;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Kind;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.price.ModelSize;
import dev.otters.protocol.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LocalProviderTest {
  private final FakeChild.Launcher launcher = new FakeChild.Launcher();
  private final List<String> deltas = new ArrayList<>();
  private final LocalProvider provider =
      new LocalProvider(
          LocalSamples.installed(CHATTER, CHOOSER),
          new ModelSlot(
              launcher,
              new AvailableMemory(OptionalLong::empty),
              Duration.ofMinutes(5),
              new ManualTime(),
              () -> 2));

  @Test
  void aModelThatOnlyChatsIsNotOfferedTools() throws InterruptedException {
    Completion completion = complete("chatter", "Hello.");

    assertThat(completion.text()).isEqualTo("Hello.");
    assertThat(completion.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(deltas).containsExactly("Hello.");
    GenerationRequest ask = launcher.started.getFirst().asked.getFirst();
    assertThat(ask.grammar()).isEmpty();
    assertThat(ask.prompt()).doesNotContain("# Tools");
    assertThat(ask.stop()).containsExactly("<|im_end|>");
    assertThat(completion.usage()).isEqualTo(new Usage(ask.prompt().length() / 4, 6));
  }

  @Test
  void anAnswerWithinTheGrammarIsItsText() throws InterruptedException {
    Completion completion = complete("chooser", "{\"answer\":\"Three \\\"cats\\\".\"}");

    assertThat(completion.text()).isEqualTo("Three \"cats\".");
    assertThat(completion.toolCalls()).isEmpty();
    assertThat(completion.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(String.join("", deltas)).isEqualTo("Three \"cats\".");
  }

  @Test
  void aCallWithinTheGrammarIsACall() throws InterruptedException {
    Completion completion = complete("chooser", "{\"tool\":\"sh\",\"args\":[\"-c\",\"ls\"]}");

    assertThat(completion.toolCalls())
        .containsExactly(new ToolCall("call_1", "sh", "{\"args\":[\"-c\",\"ls\"]}"));
    assertThat(completion.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(deltas).isEmpty();
  }

  @Test
  void aCutAnswerSaysSo() throws InterruptedException {
    launcher.answers = ask -> "{\"answer\":\"It goes on and on";
    Completion completion =
        provider.complete(
            new CompletionRequest(
                "chooser",
                List.of(user("?")),
                List.of(LocalSamples.SHELL),
                Map.of("max-tokens", "20")),
            deltas::add);

    assertThat(completion.text()).isEqualTo("It goes on and on");
    assertThat(completion.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void whatIsNeitherAnswerNorCallIsBrokenAndMayBeTriedAgain() {
    assertThatThrownBy(() -> complete("chooser", "Well, let me see."))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.BROKEN_ANSWER);
              assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
            });
  }

  @Test
  void weightsThatAreMissingCanBePulled() {
    assertThatThrownBy(() -> provider.check("known"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.NOT_INSTALLED);
              assertThat(e.remedy()).contains("otters model pull known");
            });
  }

  @Test
  void aModelThatNobodyKnowsIsUnknown() {
    assertThatThrownBy(() -> provider.check("gpt"))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.MODEL_UNKNOWN);
              assertThat(e.remedy()).contains("otters model ls");
            });
  }

  @Test
  void anOptionOutOfRangeIsRefused() {
    assertThatThrownBy(
            () ->
                provider.complete(
                    new CompletionRequest(
                        "chatter", List.of(user("?")), List.of(), Map.of("temperature", "hot")),
                    deltas::add))
        .isInstanceOf(ModelException.class)
        .hasMessage("CONFIG temperature is hot; a local model supports 0.0 to 2.0");
    assertThat(launcher.started).isEmpty();
  }

  @Test
  void itSaysWhatEachModelCanDo() {
    assertThat(provider.models())
        .containsExactly(
            new ModelOffer(
                "chatter", ModelSize.of(4096), "runs on this machine, chats only, without tools"),
            new ModelOffer("chooser", ModelSize.of(4096), "runs on this machine, calls tools"));
  }

  @Test
  void theContextOfAnInstalledModelIsKnown() {
    assertThat(provider.contextSize("chatter")).hasValue(4096);
    assertThat(provider.contextSize("known")).isEmpty();
    assertThat(provider.contextSize("gpt")).isEmpty();
  }

  private Completion complete(String model, String says) throws InterruptedException {
    launcher.answers = ask -> says;
    return provider.complete(request(model, user("How many cats?")), deltas::add);
  }
}
