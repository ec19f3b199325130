package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.OwnThread;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of a {@link Provider}. A subclass scripts the answers of its model. */
public abstract class ProviderContract {
  /** The question that {@link #model} answers with {@link #ANSWER}. */
  protected static final String QUESTION = "What is an otter?";

  /** An answer of several words, some of them not ASCII. */
  protected static final String ANSWER = "An otter is 🦦 a märten that swims.";

  /** The question for which the tool {@code ls} is called with {@link #ARGUMENTS}. */
  protected static final String ERRAND = "Which files are there?";

  /** The arguments of that call. */
  protected static final String ARGUMENTS = "{\"args\":[\"-l\",\"/workspace\"]}";

  /** The question whose answer has no end. */
  protected static final String ENDLESS = "Count without an end.";

  private final List<String> pieces = new CopyOnWriteArrayList<>();

  /** Returns the provider. */
  protected abstract Provider provider();

  /** Returns a model that knows the three questions. */
  protected abstract String model();

  /** Makes the model ready for a question. */
  protected void expect(String question) throws Exception {}

  private CompletionRequest request(ChatMessage... messages) {
    return new CompletionRequest(
        model(),
        List.of(messages),
        List.of(new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT)),
        Map.of());
  }

  private Completion ask(String question) throws Exception {
    expect(question);
    return provider()
        .complete(
            request(new ChatMessage.System("Be brief."), new ChatMessage.User(question)),
            pieces::add);
  }

  @Test
  void thePiecesTogetherAreTheAnswer() throws Exception {
    Completion answer = ask(QUESTION);
    assertThat(answer.text()).isEqualTo(ANSWER);
    assertThat(String.join("", pieces)).isEqualTo(ANSWER);
    assertThat(pieces).hasSizeGreaterThan(1);
    assertThat(answer.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(answer.toolCalls()).isEmpty();
  }

  @Test
  void aToolCallHasAnIdANameAndItsArguments() throws Exception {
    Completion answer = ask(ERRAND);
    assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
    ToolCall call = answer.toolCalls().getFirst();
    assertThat(answer.toolCalls()).hasSize(1);
    assertThat(call.id()).isNotBlank();
    assertThat(call.name()).isEqualTo("ls");
    assertThat(ToolInput.parse(call.argumentsJson())).isEqualTo(ToolInput.parse(ARGUMENTS));
  }

  @Test
  void theResultOfAToolLeadsToAnAnswer() throws Exception {
    ToolCall call = ask(ERRAND).toolCalls().getFirst();
    pieces.clear();
    expect(QUESTION);
    Completion answer =
        provider()
            .complete(
                request(
                    new ChatMessage.User(ERRAND),
                    new ChatMessage.Assistant("", List.of(call)),
                    new ChatMessage.ToolResult(call.id(), "ls", "README.md", false),
                    new ChatMessage.User(QUESTION)),
                pieces::add);
    assertThat(answer.text()).isEqualTo(ANSWER);
  }

  @Test
  void anAnswerIsCounted() throws Exception {
    Completion answer = ask(QUESTION);
    assertThat(answer.usage().inputTokens()).isPositive();
    assertThat(answer.usage().outputTokens()).isPositive();
  }

  @Test
  void anInterruptedCompletionEndsWithinASecondAndKeepsWhatItSaid() throws Exception {
    expect(ENDLESS);
    CountDownLatch begun = new CountDownLatch(1);
    OwnThread asking =
        OwnThread.start(
            () ->
                provider()
                    .complete(
                        request(new ChatMessage.User(ENDLESS)),
                        piece -> {
                          pieces.add(piece);
                          begun.countDown();
                        }));
    assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
    asking.interrupt();
    assertThat(asking.failure(Duration.ofSeconds(1))).isInstanceOf(InterruptedException.class);
    assertThat(pieces).isNotEmpty();
  }

  @Test
  void anInterruptedThreadAsksNothing() throws Exception {
    expect(ENDLESS);
    OwnThread asking =
        OwnThread.start(
            () -> {
              Thread.currentThread().interrupt();
              return provider().complete(request(new ChatMessage.User(ENDLESS)), pieces::add);
            });
    assertThat(asking.failure(Duration.ofSeconds(10))).isInstanceOf(InterruptedException.class);
  }

  @Test
  void theModelIsOffered() throws Exception {
    expect("");
    provider().check(model());
    assertThat(provider().models()).extracting(ModelOffer::name).contains(model());
  }
}
