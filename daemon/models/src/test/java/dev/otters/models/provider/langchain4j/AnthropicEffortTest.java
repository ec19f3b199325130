package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Thinking;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** How CONFIG reasoning-effort reaches Anthropic's models, which take it in two forms. */
class AnthropicEffortTest extends AnthropicTest {
  private JsonNode sent(String model, Map<String, String> options, ChatMessage... messages)
      throws Exception {
    return sent(new CompletionRequest(model, List.of(messages), List.of(), options));
  }

  private JsonNode sent(String model, Map<String, String> options) throws Exception {
    return sent(model, options, new ChatMessage.User("x"));
  }

  @ParameterizedTest
  @CsvSource({
    "minimal, 1638",
    "low, 3276",
    "medium, 8192",
    "high, 13107",
    "xhigh, 15564",
    "max, 15564"
  })
  void anOlderModelThinksWithAPartOfTheTokens(String effort, int budget) throws Exception {
    JsonNode body = sent("claude-sonnet-4-5-20250929", Map.of("reasoning-effort", effort));

    assertThat(body.path("thinking").toString())
        .isEqualTo("{\"type\":\"enabled\",\"budget_tokens\":" + budget + "}");
    assertThat(body.path("max_tokens").asInt()).isEqualTo(16384);
    assertThat(body.has("output_config")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "claude-opus-4-6, high, high",
    "claude-sonnet-5, minimal, low",
    "anthropic/claude-fable-5-1, max, max"
  })
  void aNewerModelTakesTheWord(String model, String effort, String word) throws Exception {
    JsonNode body = sent(model, Map.of("reasoning-effort", effort));

    assertThat(body.path("thinking").toString()).isEqualTo("{\"type\":\"adaptive\"}");
    assertThat(body.path("output_config").path("effort").asString()).isEqualTo(word);
  }

  @ParameterizedTest
  @CsvSource({"claude-opus-4-20250514", "claude-3-7-sonnet-20250219", "claude-opus-4-5", "other"})
  void everyOtherModelTakesABudget(String model) throws Exception {
    JsonNode body = sent(model, Map.of("reasoning-effort", "low", "max-tokens", "2000"));

    assertThat(body.path("thinking").path("budget_tokens").asInt()).isEqualTo(1024);
    assertThat(body.path("max_tokens").asInt()).isEqualTo(2000);
  }

  @Test
  void aModelThatThinksGetsNoSampling() throws Exception {
    Map<String, String> options =
        Map.of("reasoning-effort", "low", "temperature", "0.2", "top-p", "0.9", "top-k", "4");

    JsonNode body = sent("claude-opus-4-5", options);

    assertThat(body.propertyNames()).doesNotContain("temperature", "top_p", "top_k");
  }

  @Test
  void noEffortIsARequestLikeAnyOther() throws Exception {
    assertThat(sent("claude-opus-4-5", Map.of("reasoning-effort", "none", "temperature", "0.2")))
        .isEqualTo(sent("claude-opus-4-5", Map.of("temperature", "0.2")));
  }

  /** The vendor wants thinking at the start of a step, or none in the request. */
  @Test
  void anOlderModelDoesNotThinkWithinAStepWithoutThinking() throws Exception {
    ToolCall call = new ToolCall("t", "ls", "{}");
    ChatMessage result = new ChatMessage.ToolResult("t", "ls", "ok", false);
    String block = "{\"type\":\"thinking\",\"thinking\":\"a\",\"signature\":\"s\"}";
    Thinking thinking = new Thinking("m", "[{\"text\":0,\"calls\":0,\"block\":" + block + "}]");
    Map<String, String> options = Map.of("reasoning-effort", "low");

    JsonNode foreign =
        sent(
            "claude-opus-4-5",
            options,
            new ChatMessage.User("x"),
            new ChatMessage.Assistant("", List.of(call)),
            result);
    JsonNode own =
        sent(
            "claude-opus-4-5",
            options,
            new ChatMessage.User("x"),
            new ChatMessage.Assistant("", List.of(call), Optional.of(thinking)),
            result);

    assertThat(foreign.has("thinking")).isFalse();
    assertThat(own.has("thinking")).isTrue();
    assertThat(own.path("messages").path(1).path("content").path(0).toString()).isEqualTo(block);
  }

  @ParameterizedTest
  @CsvSource({
    "some, 2000, CONFIG reasoning-effort must be one of none'",
    "low, 1024, CONFIG max-tokens must be greater than 1024 for a model that thinks"
  })
  void aWrongValueIsNamedAndNothingIsSent(String effort, String tokens, String message) {
    Map<String, String> options = Map.of("reasoning-effort", effort, "max-tokens", tokens);

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> sent("claude-opus-4-5", options))
        .withMessageContaining(message.replace("'", ""));
    assertThat(vendor.untaken()).isZero();
  }
}
