package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Google;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * Compares what is sent with Google's references.
 *
 * @see <a href="https://ai.google.dev/api/generate-content">Generating content</a>
 * @see <a href="https://ai.google.dev/gemini-api/docs/function-calling">Function calling</a>
 * @see <a href="https://ai.google.dev/api/models">Models</a>
 */
class GoogleRequestTest {
  @AutoClose private VendorSocket vendor;
  private Provider provider;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    vendor.plays(VendorSocket.events(Replies.answer("google", "Hello!")));
    provider = Replies.open("google", vendor.address("/v1beta"), Replies.SHORT);
  }

  private String sent(String model, Map<String, String> options, ChatMessage... messages)
      throws Exception {
    provider.complete(
        new CompletionRequest(model, List.of(messages), List.of(), options), piece -> {});
    return vendor.request().body();
  }

  @Test
  void aRequestHasTheMethodThePathAndTheHeadersOfTheReference() throws Exception {
    provider.complete(Replies.request("Hello"), piece -> {});
    VendorSocket.Request request = vendor.request();
    assertThat(request.start())
        .isEqualTo("POST /v1beta/models/some-model:streamGenerateContent?alt=sse HTTP/1.1");
    assertThat(request.headers())
        .containsEntry("x-goog-api-key", Replies.KEY)
        .containsEntry("content-type", "application/json")
        .containsEntry("user-agent", "otters")
        .doesNotContainKeys("authorization");
  }

  @ParameterizedTest
  @CsvSource({
    "models/gemini-2.5-pro, gemini-2.5-pro",
    "../../upload?key=x#, ..%2F..%2Fupload%3Fkey%3Dx%23",
    ".., ..",
  })
  void theNameOfAModelStaysOnePartOfThePath(String model, String part) throws Exception {
    var _ =
        provider.complete(
            new CompletionRequest(model, List.of(new ChatMessage.User("x")), List.of(), Map.of()),
            piece -> {});
    assertThat(vendor.request().start())
        .isEqualTo("POST /v1beta/models/" + part + ":streamGenerateContent?alt=sse HTTP/1.1");
  }

  @Test
  void aPlainRequestHasOnlyWhatWasAskedFor() throws Exception {
    assertThat(
            sent("m", Map.of(), new ChatMessage.System("Be brief."), new ChatMessage.User("Hello")))
        .isEqualTo(
            """
            {"contents":[{"role":"user","parts":[{"text":"Hello"}]}],\
            "systemInstruction":{"parts":[{"text":"Be brief."}]}}\
            """);
  }

  @Test
  void theKeysOfTheAgentfileReachTheVendor() throws Exception {
    assertThat(sent("m", Replies.OPTIONS, new ChatMessage.User("x")))
        .isEqualTo(
            """
            {"contents":[{"role":"user","parts":[{"text":"x"}]}],"generationConfig":\
            {"temperature":0.0,"topP":0.9,"topK":40,"presencePenalty":0.5,\
            "frequencyPenalty":0.25,"maxOutputTokens":100}}\
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "gemini-2.5-flash, none, '\"thinkingBudget\":0'",
    "gemini-2.5-flash, minimal, '\"thinkingBudget\":512'",
    "gemini-2.5-flash, low, '\"thinkingBudget\":1024'",
    "gemini-2.5-pro, none, '\"thinkingBudget\":128'",
    "gemini-2.5-pro, medium, '\"thinkingBudget\":8192'",
    "gemini-2.5-pro, max, '\"thinkingBudget\":24576'",
    "gemini-3-pro-preview, none, '\"thinkingLevel\":\"low\"'",
    "gemini-3-pro-preview, medium, '\"thinkingLevel\":\"high\"'",
    "gemini-3.1-pro-preview, medium, '\"thinkingLevel\":\"medium\"'",
    "gemini-3-flash-preview, none, '\"thinkingLevel\":\"minimal\"'",
    "models/gemini-4-flash, xhigh, '\"thinkingLevel\":\"high\"'",
  })
  void aReasoningEffortHasTheFormThatTheModelTakes(String model, String word, String thinking)
      throws Exception {
    assertThat(
            sent(
                model,
                Map.of("reasoning-effort", word, "max-tokens", "9"),
                new ChatMessage.User("x")))
        .endsWith(
            "\"generationConfig\":{\"maxOutputTokens\":9,\"thinkingConfig\":{" + thinking + "}}}");
  }

  @Test
  void anUnknownEffortIsToldBeforeARequest() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> sent("m", Map.of("reasoning-effort", "huge"), new ChatMessage.User("x")))
        .withMessageContaining("must be one of none, minimal,");
    assertThat(vendor.untaken()).isZero();
  }

  private static List<ChatMessage> errand() {
    return List.of(
        new ChatMessage.User("Which files?"),
        new ChatMessage.Assistant(
            "I look.",
            List.of(
                new ToolCall("a1", "ls", "{\"args\":[\"-l\"],\"n\":1.50}"),
                new ToolCall("call_2", "ls", "no JSON"))),
        new ChatMessage.ToolResult("a1", "ls", "README.md", false),
        new ChatMessage.ToolResult("call_2", "ls", "it broke", true),
        new ChatMessage.User("And?"));
  }

  @Test
  void toolsAndTheirResultsHaveTheFormOfTheReference() throws Exception {
    provider.complete(
        new CompletionRequest(
            "some-model",
            errand(),
            List.of(new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT)),
            Map.of()),
        piece -> {});
    String body = vendor.request().body();
    assertThat(body)
        .startsWith(
            """
            {"contents":[{"role":"user","parts":[{"text":"Which files?"}]},\
            {"role":"model","parts":[{"text":"I look."},\
            {"functionCall":{"id":"a1","name":"ls","args":{"args":["-l"],"n":1.50}}},\
            {"functionCall":{"name":"ls","args":{"malformed_arguments":"no JSON"}}}]},\
            {"role":"user","parts":[\
            {"functionResponse":{"id":"a1","name":"ls","response":{"output":"README.md"}}},\
            {"functionResponse":{"name":"ls","response":{"error":"it broke"}}}]},\
            {"role":"user","parts":[{"text":"And?"}]}],"tools":[{"functionDeclarations":\
            [{"name":"ls","description":"Lists files.","parametersJsonSchema":{"type":"object",\
            """);
    JsonNode tool = Replies.JSON.readTree(body).at("/tools/0/functionDeclarations/0");
    assertThat(tool.at("/parametersJsonSchema/properties"))
        .isEqualTo(Replies.JSON.readTree(ToolSchema.BIN_INPUT).path("properties"));
  }

  /** From Gemini 3 on, a call without a signature is an error. */
  @ParameterizedTest
  @CsvSource({"gemini-2.5-pro, 0", "gemini-3-pro-preview, 1", "gemini-3.1-flash, 1"})
  void theFirstCallOfAnotherModelSaysThatItHasNoSignature(String model, int times)
      throws Exception {
    String body = sent(model, Map.of(), errand().toArray(ChatMessage[]::new));
    assertThat(body.split("skip_thought_signature_validator", -1)).hasSize(times + 1);
    if (times > 0) {
      assertThat(body)
          .contains("\"n\":1.50}},\"thoughtSignature\":\"skip_thought_signature_validator\"}");
    }
  }

  @Test
  void argumentsAreKeptAsTheyCame() throws Exception {
    String arguments = "{\"n\":1.50,\"big\":12345678901234567890.123456789,\"e\":1E+400}";
    vendor.plays(VendorSocket.events(Google.tool("", "ls", arguments) + Google.end("STOP")));

    Completion answer = provider.complete(Replies.request("x"), piece -> {});

    assertThat(answer.toolCalls()).containsExactly(new ToolCall("call_1", "ls", arguments));
    assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  void cachedInputAndReasoningAreParts() throws Exception {
    String end =
        Google.end("STOP")
            .replace(
                "\"totalTokenCount\":40",
                "\"cachedContentTokenCount\":20,\"thoughtsTokenCount\":9");
    vendor.plays(VendorSocket.events(Google.text("x") + end));

    assertThat(provider.complete(Replies.request("x"), piece -> {}).usage())
        .isEqualTo(new Usage(25, 20, 0, 24, 9, false));
  }

  @Test
  void aBlockedPromptIsARefusal() throws Exception {
    vendor.plays(
        VendorSocket.events(
            "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"},"
                + "\"usageMetadata\":{\"promptTokenCount\":25}}\r\n\r\n"));

    assertThat(provider.complete(Replies.request("x"), piece -> {}))
        .isEqualTo(new Completion("", List.of(), StopReason.REFUSED, new Usage(25, 0)));
  }

  @Test
  void aSummaryOfTheReasoningIsNotPartOfTheAnswer() throws Exception {
    vendor.plays(
        VendorSocket.events(
            Google.parts("{\"text\":\"I think.\",\"thought\":true}")
                + Replies.answer("google", "Hello!")));

    assertThat(provider.complete(Replies.request("x"), piece -> {}).text()).isEqualTo("Hello!");
  }

  @Test
  void anAnswerHasALimitOnItsSignatures() {
    String parts = "{\"thoughtSignature\":\"\"},".repeat(1024) + "{\"thoughtSignature\":\"\"}";
    vendor.plays(VendorSocket.events(Google.parts(parts) + Replies.answer("google", "Hello!")));

    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> provider.complete(Replies.request("x"), piece -> {}))
        .withMessageStartingWith("the model's answer exceeds");
  }

  @Test
  void modelsThatAnswerAreListedWithTheirSizes() throws Exception {
    vendor.plays(
        VendorSocket.json(
            200,
            """
            {"models":[
             {"name":"models/gemini-a","displayName":"Gemini A","inputTokenLimit":1048576,
              "outputTokenLimit":65536,
              "supportedGenerationMethods":["generateContent","countTokens"]},
             {"name":"models/embedding","inputTokenLimit":2048,
              "supportedGenerationMethods":["embedContent"]},
             {"name":"models/odd"}]}\
            """));
    assertThat(provider.models())
        .containsExactly(
            new ModelOffer(
                "gemini-a",
                new ModelSize(Optional.of(1_048_576), Optional.of(65_536)),
                "Gemini A"));
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("GET /v1beta/models?pageSize=1000 HTTP/1.1");
    assertThat(request.headers()).containsEntry("x-goog-api-key", Replies.KEY);
  }
}
