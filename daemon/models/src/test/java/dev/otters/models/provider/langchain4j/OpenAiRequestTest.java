package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import dev.otters.protocol.ToolCall;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Compares what is sent with OpenAI's references.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">Chat completions</a>
 * @see <a href="https://platform.openai.com/docs/guides/function-calling">Function calling</a>
 * @see <a href="https://platform.openai.com/docs/api-reference/models/list">Models</a>
 */
class OpenAiRequestTest {
  @AutoClose private VendorSocket vendor;
  private Provider provider;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
    vendor.plays(VendorSocket.events(OpenAi.text("Hello!") + OpenAi.end("stop")));
    provider = Replies.open("openai", vendor.address("/v1"), Replies.SHORT);
  }

  private JsonNode sent(Map<String, String> options, ChatMessage... messages) throws Exception {
    provider.complete(
        new CompletionRequest("some-model", List.of(messages), List.of(), options), piece -> {});
    return Replies.JSON.readTree(vendor.request().body());
  }

  @Test
  void aRequestHasTheMethodThePathAndTheHeadersOfTheReference() throws Exception {
    provider.complete(Replies.request("Hello"), piece -> {});
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("POST /v1/chat/completions HTTP/1.1");
    assertThat(request.headers())
        .containsEntry("authorization", "Bearer " + Replies.KEY)
        .containsEntry("content-type", "application/json")
        .containsEntry("user-agent", "otters")
        .doesNotContainKeys("upgrade", "http2-settings");
  }

  @Test
  void whoNeedsNoKeyIsSentNone() throws Exception {
    Provider open =
        ChatProviders.open(
            new ProviderConfig(
                "ollama",
                "openai",
                Optional.empty(),
                Optional.of(vendor.address("/api/v1/")),
                List.of(),
                Replies.SHORT));
    open.complete(Replies.request("Hello"), piece -> {});
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("POST /api/v1/chat/completions HTTP/1.1");
    assertThat(request.headers()).doesNotContainKey("authorization");
  }

  @Test
  void aPlainRequestHasNothingThatNobodyAskedFor() throws Exception {
    assertThat(sent(Map.of(), new ChatMessage.System("Be brief."), new ChatMessage.User("Hello")))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"model":"some-model","stream":true,"stream_options":{"include_usage":true},
                 "messages":[{"role":"system","content":"Be brief."},
                             {"role":"user","content":"Hello"}]}\
                """));
  }

  @Test
  void toolsAndTheirResultsHaveTheFormOfTheReference() throws Exception {
    provider.complete(
        new CompletionRequest(
            "some-model",
            List.of(
                new ChatMessage.User("Which files?"),
                new ChatMessage.Assistant(
                    "",
                    List.of(
                        new ToolCall("call:1", "ls", "{\"args\":[\"-l\"]}"),
                        new ToolCall("call:2", "ls", "no JSON"))),
                new ChatMessage.ToolResult("call:1", "ls", "README.md", false),
                new ChatMessage.ToolResult("call:2", "ls", "it broke", true)),
            List.of(new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT)),
            Map.of()),
        piece -> {});
    JsonNode body = Replies.JSON.readTree(vendor.request().body());
    assertThat(body.path("messages"))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                [{"role":"user","content":"Which files?"},
                 {"role":"assistant","tool_calls":[
                   {"id":"call:1","type":"function",
                    "function":{"name":"ls","arguments":"{\\"args\\":[\\"-l\\"]}"}},
                   {"id":"call:2","type":"function",
                    "function":{"name":"ls",
                                "arguments":"{\\"malformed_arguments\\":\\"no JSON\\"}"}}]},
                 {"role":"tool","tool_call_id":"call:1","content":"README.md"},
                 {"role":"tool","tool_call_id":"call:2","content":"it broke"}]\
                """));
    JsonNode tool = body.path("tools").path(0);
    assertThat(tool.path("type").asString("")).isEqualTo("function");
    assertThat(tool.path("function").path("name").asString("")).isEqualTo("ls");
    assertThat(tool.path("function").path("description").asString("")).isEqualTo("Lists files.");
    assertThat(tool.path("function").path("parameters").path("type").asString(""))
        .isEqualTo("object");
    assertThat(tool.path("function").path("parameters").path("properties"))
        .isEqualTo(Replies.JSON.readTree(ToolSchema.BIN_INPUT).path("properties"));
  }

  @Test
  void theKeysOfTheAgentfileReachACompatibleServer() throws Exception {
    Map<String, String> options = new HashMap<>(Replies.OPTIONS);
    options.put("reasoning-effort", "low");
    assertThat(sent(options, new ChatMessage.User("x")))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"model":"some-model","stream":true,"stream_options":{"include_usage":true},
                 "messages":[{"role":"user","content":"x"}],"temperature":0.0,"top_p":0.9,
                 "top_k":40,"presence_penalty":0.5,"frequency_penalty":0.25,"max_tokens":100,
                 "reasoning_effort":"low"}\
                """));
  }

  /** Its reference deprecates max_tokens and knows no top_k. */
  @Test
  void theVendorItselfIsToldOnlyWhatItsReferenceKnows() {
    ProviderConfig config =
        new ProviderConfig(
            "openai", "openai", Optional.empty(), Optional.empty(), List.of(), Replies.SHORT);
    Address address = Address.of(config);
    assertThat(address).isEqualTo(new Address(URI.create("https://api.openai.com/v1"), true));
    var parameters =
        (dev.langchain4j.model.openai.OpenAiChatRequestParameters)
            new OpenAiDialect(config, address)
                .parameters(
                    "m",
                    Sampling.of(Map.of("max-tokens", "5", "top-k", "4")),
                    ToolNames.of(List.of()));
    assertThat(parameters.maxCompletionTokens()).isEqualTo(5);
    assertThat(parameters.maxOutputTokens()).isNull();
    assertThat(parameters.customParameters()).isNullOrEmpty();
  }

  @Test
  void modelsAreListedWithTheSizesThatServersTell() throws Exception {
    vendor.plays(
        VendorSocket.json(
            200,
            """
            {"object":"list","data":[
             {"id":"gpt","object":"model","created":1686935002,"owned_by":"openai"},
             {"id":"vllm","object":"model","max_model_len":4096},
             {"id":"openrouter","context_length":8192,
              "top_provider":{"max_completion_tokens":1024}},
             {"id":"llama.cpp","meta":{"n_ctx_train":2048}}]}\
            """));
    assertThat(provider.models())
        .containsExactly(
            new ModelOffer("gpt", ModelSize.UNKNOWN, ""),
            new ModelOffer("vllm", ModelSize.of(4096), ""),
            new ModelOffer("openrouter", new ModelSize(Optional.of(8192), Optional.of(1024)), ""),
            new ModelOffer("llama.cpp", ModelSize.of(2048), ""));
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("GET /v1/models HTTP/1.1");
    assertThat(request.headers()).containsEntry("authorization", "Bearer " + Replies.KEY);
  }
}
