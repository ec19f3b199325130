package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.OwnThread;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.LlamaServer;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.langchain4j.ChatProviders;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider of OpenAI-compatible vendors and a server that others wrote. */
@Tag("llama-server")
class LlamaServerTest {
  @TempDir static Path serverFolder;
  @AutoClose private static LlamaServer server;
  private static Provider provider;

  @TempDir Path folder;
  private final List<String> pieces = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    server = new LlamaServer(serverFolder);
    provider =
        ChatProviders.open(
            new ProviderConfig(
                "peer",
                "openai",
                Optional.empty(),
                Optional.of(server.base()),
                List.of(),
                Timeouts.STANDARD));
  }

  private static CompletionRequest request(String model, String text, String tokens) {
    return new CompletionRequest(
        model,
        List.of(new ChatMessage.System("Answer briefly."), new ChatMessage.User(text)),
        List.of(),
        Map.of("max-tokens", tokens, "temperature", "0", "top-k", "1"));
  }

  /** Asks, and once more if the server closes a connection that it has kept so far. */
  private Completion ask(CompletionRequest request) throws Exception {
    try {
      return provider.complete(request, pieces::add);
    } catch (ModelException e) {
      if (e.kind() != ModelException.Kind.TRANSIENT) {
        throw e;
      }
      pieces.clear();
      return provider.complete(request, pieces::add);
    }
  }

  @Test
  void anAnswerComesInPiecesAndIsCounted() throws Exception {
    Completion answer = ask(request(LlamaServer.MODEL, "What is the capital of France?", "40"));
    assertThat(answer.text()).containsIgnoringCase("France");
    assertThat(String.join("", pieces)).isEqualTo(answer.text());
    assertThat(pieces).hasSizeGreaterThan(1);
    assertThat(answer.usage().inputTokens()).isBetween(10L, 200L);
    assertThat(answer.usage().outputTokens()).isBetween(1L, 40L);
  }

  @Test
  void anAnswerThatReachesItsLimitSaysSo() throws Exception {
    Completion answer = ask(request(LlamaServer.MODEL, "Tell a long story about otters.", "5"));
    assertThat(answer.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
    assertThat(answer.usage().outputTokens()).isEqualTo(5);
  }

  @Test
  void aConversationWithToolsIsTaken() throws Exception {
    CompletionRequest request =
        new CompletionRequest(
            LlamaServer.MODEL,
            List.of(
                new ChatMessage.System("Answer briefly."),
                new ChatMessage.User("Which files are there?"),
                new ChatMessage.Assistant(
                    "", List.of(new dev.otters.protocol.ToolCall("c1", "ls", "{\"args\":[]}"))),
                new ChatMessage.ToolResult("c1", "ls", "README.md", false)),
            List.of(new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT)),
            Map.of("max-tokens", "20", "temperature", "0"));
    Completion answer = ask(request);
    assertThat(answer.usage().inputTokens()).isPositive();
    assertThat(answer.text().isBlank() && answer.toolCalls().isEmpty()).isFalse();
  }

  @Test
  void aConversationThatIsTooLongIsToldAsSuch() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(
            () ->
                provider.complete(
                    request(LlamaServer.MODEL, "otter ".repeat(4000), "5"), pieces::add))
        .withMessageContaining("context size")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LONG))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.PERMANENT));
  }

  /** A server that has one model does not look at the name. */
  @Test
  void anUnknownModelIsAnsweredByTheOnlyOneThatThereIs() throws Exception {
    assertThat(ask(request("no-such-model", "Hello!", "5")).text()).isNotBlank();
  }

  @Test
  void theModelIsOfferedWithItsContext() throws Exception {
    assertThat(provider.models())
        .containsExactly(new ModelOffer(LlamaServer.MODEL, ModelSize.of(2048), ""));
  }

  @Test
  void anInterruptedAnswerEndsAtOnceAndFreesTheServer() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    OwnThread asking =
        OwnThread.start(
            () ->
                provider.complete(
                    request(LlamaServer.MODEL, "Count from 1 to 1000.", "1500"),
                    piece -> {
                      begun.countDown();
                      while (!Thread.currentThread().isInterrupted()) {
                        LockSupport.park();
                      }
                    }));
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    asking.interrupt();
    assertThat(asking.failure(Duration.ofSeconds(1))).isInstanceOf(InterruptedException.class);
    // It serves one at a time: whoever asks next waits until it has noticed.
    assertThat(provider.complete(request(LlamaServer.MODEL, "Hello!", "3"), pieces::add).text())
        .isNotEmpty();
  }

  @Test
  void aWholeTurnIsAnswered() throws Exception {
    try (WireKit kit = new WireKit(folder, List.of(provider))) {
      kit.directory.model = "peer/" + LlamaServer.MODEL;
      kit.directory.options = Map.of("max-tokens", "16");
      RuntimeClient runtime = kit.runtime();
      kit.say("m1", "What is the capital of France?");
      Activation turn = runtime.call(new Call.Lease()).activation();
      assertThat(runtime.begin(WireKit.complete(turn, 1)).get(60, TimeUnit.SECONDS))
          .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
      assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().usage())
          .satisfies(usage -> assertThat(usage.outputTokens()).isPositive());
      assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status())
          .isEqualTo(SessionStatus.IDLE);
    }
  }

  @Test
  void aServerThatDiesIsTold() throws Exception {
    LlamaServer doomed = new LlamaServer(folder.resolve("doomed"));
    Provider peer =
        ChatProviders.open(
            new ProviderConfig(
                "doomed",
                "openai",
                Optional.empty(),
                Optional.of(doomed.base()),
                List.of(),
                new Timeouts(
                    Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(60))));
    peer.complete(request(LlamaServer.MODEL, "Hello!", "3"), pieces::add);
    doomed.close();
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> peer.complete(request(LlamaServer.MODEL, "Hello!", "900"), pieces::add))
        .satisfies(e -> assertThat(e.reason()).isIn(Reason.UNREACHABLE, Reason.BROKEN_ANSWER));
  }
}
