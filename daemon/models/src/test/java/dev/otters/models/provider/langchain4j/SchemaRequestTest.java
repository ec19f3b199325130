package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Timeouts;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Compares how vendors get the schema of an answer with their references.
 *
 * @see <a href="https://platform.openai.com/docs/guides/structured-outputs">OpenAI</a>
 * @see <a href="https://platform.claude.com/docs/en/build-with-claude/structured-outputs">
 *     Anthropic</a>
 * @see <a href="https://ai.google.dev/gemini-api/docs/structured-output">Google</a>
 */
class SchemaRequestTest {
  private static final String STRICT =
      """
      {"type":"object","properties":{"files":{"type":"array","items":{"type":"string"}},
       "size":{"anyOf":[{"type":"integer"},{"type":"null"}]}},
       "required":["files","size"],"additionalProperties":false}\
      """;

  private static final String OPTIONAL =
      """
      {"type":"object","properties":{"size":{"type":"integer"}},"additionalProperties":false}\
      """;

  private static final String LIMITED =
      """
      {"type":"object","properties":{"size":{"type":"number","maximum":1.50}}}\
      """;

  private static final List<ToolSchema> TOOLS =
      List.of(new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT));

  @AutoClose private VendorSocket vendor;
  private String raw;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  private JsonNode sent(
      Function<ProviderConfig, Dialect> dialect, CompletionRequest request, String answer)
      throws Exception {
    vendor.plays(VendorSocket.events(answer));
    ProviderConfig config =
        new ProviderConfig(
            "acme",
            "openai",
            Optional.empty(),
            Optional.of(vendor.address("/v1")),
            List.of(),
            Timeouts.STANDARD);
    Vendor asked = new Vendor(config, Address.of(config), dialect.apply(config));
    assertThat(asked.complete(request, Caller.UNKNOWN, text -> {}).text()).isEqualTo("{}");
    raw = vendor.request().body();
    return Replies.JSON.readTree(raw);
  }

  private static CompletionRequest request(String model, List<ToolSchema> tools, String schema) {
    return new CompletionRequest(
        model,
        List.of(new ChatMessage.System("Be brief."), new ChatMessage.User("How many?")),
        tools,
        Map.of(),
        Optional.of(schema));
  }

  private JsonNode openAi(String schema) throws Exception {
    return sent(
        config -> new OpenAiDialect(config, new Address(vendor.address("/v1"), true)),
        request("gpt-5", TOOLS, schema),
        OpenAi.text("{}") + OpenAi.end("stop"));
  }

  private JsonNode compatible(List<ToolSchema> tools, String schema) throws Exception {
    return sent(
        config -> new OpenAiDialect(config, Address.of(config)),
        request("qwen", tools, schema),
        OpenAi.text("{}") + OpenAi.end("stop"));
  }

  private JsonNode anthropic(String model, Map<String, String> options, String schema)
      throws Exception {
    CompletionRequest plain = request(model, TOOLS, schema);
    return sent(
        config -> new AnthropicDialect(config, Address.of(config)),
        new CompletionRequest(model, plain.messages(), TOOLS, options, plain.schema()),
        Anthropic.START + Anthropic.text(0, "{}") + Anthropic.end("end_turn"));
  }

  private JsonNode google(String model, List<ToolSchema> tools, String schema) throws Exception {
    return sent(
        config -> new GoogleDialect(config, Address.of(config)),
        request(model, tools, schema),
        Replies.answer("google", "{}"));
  }

  private static void assertInstructed(JsonNode body, String schema) {
    assertThat(body.path(body.has("contents") ? "contents" : "messages").toString())
        .contains("one JSON document that matches the JSON Schema below")
        .contains(Replies.JSON.writeValueAsString(schema).replaceAll("^\"|\"$", ""));
    assertThat(body.has("response_format") || body.has("output_config")).isFalse();
    assertThat(body.has("generationConfig")).isFalse();
  }

  @Test
  void openAiGetsTheSchemaAsItsResponseFormatBesideTheTools() throws Exception {
    JsonNode body =
        openAi(STRICT.replace("{\"type\":\"object\"", "{\"$schema\":\"x\",\"type\":\"object\""));
    assertThat(body.path("response_format"))
        .isEqualTo(
            Replies.JSON.readTree(
                "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"strict\":true,\"schema\":"
                    + STRICT
                    + "}}"));
    assertThat(body.path("tools")).hasSize(1);
    assertThat(body.path("messages").toString()).doesNotContain("Schema");
  }

  @ParameterizedTest
  @ValueSource(strings = {OPTIONAL, LIMITED})
  void openAiIsNotAskedToEnforceASchemaThatItWouldRefuse(String schema) throws Exception {
    JsonNode format = openAi(schema).path("response_format").path("json_schema");
    assertThat(format.path("strict").asBoolean()).isFalse();
    assertThat(format.path("schema")).isEqualTo(Replies.JSON.readTree(schema));
  }

  /** Returns a schema of objects in objects, the innermost of which has a text. */
  private static String nested(int levels) {
    String schema = "{\"type\":\"string\"}";
    for (int level = 1; level < levels; level++) {
      schema =
          "{\"type\":\"object\",\"properties\":{\"a\":%s},\"required\":[\"a\"],\"additionalProperties\":false}"
              .formatted(schema);
    }
    return schema;
  }

  @Test
  void openAiEnforcesASchemaOfFiveLevelsAndNoDeeperOne() throws Exception {
    assertThat(openAi(nested(5)).at("/response_format/json_schema/strict").asBoolean()).isTrue();
    assertThat(openAi(nested(6)).at("/response_format/json_schema/strict").asBoolean()).isFalse();
  }

  @Test
  void theNumbersOfASchemaAreSentAsTheyAre() throws Exception {
    JsonNode unused = openAi(LIMITED);
    assertThat(raw).contains("\"maximum\":1.50}");
  }

  @Test
  void aSchemaThatIsNotOfAnObjectIsAnInstruction() throws Exception {
    String list = "{\"type\":\"array\"}";
    assertInstructed(openAi(list), list);
    assertInstructed(anthropic("claude-sonnet-4-5", Map.of(), list), list);
  }

  @Test
  void aCompatibleServerGetsTheSchemaOnlyWithoutTools() throws Exception {
    assertThat(compatible(List.of(), OPTIONAL).path("response_format").path("json_schema"))
        .isEqualTo(
            Replies.JSON.readTree(
                "{\"name\":\"answer\",\"strict\":false,\"schema\":" + OPTIONAL + "}"));
    assertInstructed(compatible(TOOLS, OPTIONAL), OPTIONAL);
  }

  @ParameterizedTest
  @ValueSource(strings = {STRICT, OPTIONAL})
  void anthropicGetsTheSchemaAsItsOutputFormat(String schema) throws Exception {
    JsonNode body = anthropic("claude-haiku-4-5-20251001", Map.of(), schema);
    assertThat(body.path("output_config"))
        .isEqualTo(
            Replies.JSON.readTree(
                "{\"format\":{\"type\":\"json_schema\",\"schema\":" + schema + "}}"));
    assertThat(body.path("tools")).hasSize(1);
    assertThat(body.path("messages").toString()).doesNotContain("Schema");
  }

  @Test
  void theOutputFormatOfAnthropicStandsBesideTheEffort() throws Exception {
    Map<String, String> effort = Map.of("reasoning-effort", "high");
    JsonNode config = anthropic("claude-opus-4-7", effort, STRICT).path("output_config");
    assertThat(config.path("effort").asString()).isEqualTo("high");
    assertThat(config.path("format").path("type").asString()).isEqualTo("json_schema");
  }

  @Test
  void anOlderModelOfAnthropicAndASchemaWithLimitsGetAnInstruction() throws Exception {
    assertInstructed(anthropic("claude-sonnet-4-20250514", Map.of(), STRICT), STRICT);
    assertInstructed(anthropic("other", Map.of(), STRICT), STRICT);
    assertInstructed(anthropic("claude-opus-4-7", Map.of(), LIMITED), LIMITED);
  }

  @Test
  void geminiGetsTheSchemaOfItsResponse() throws Exception {
    JsonNode expected =
        Replies.JSON.readTree(
            "{\"responseMimeType\":\"application/json\",\"responseJsonSchema\":" + STRICT + "}");

    assertThat(google("gemini-2.5-flash", List.of(), STRICT).path("generationConfig"))
        .isEqualTo(expected);
    JsonNode both = google("gemini-3-pro-preview", TOOLS, STRICT);
    assertThat(both.path("generationConfig")).isEqualTo(expected);
    assertThat(both.path("tools")).hasSize(1);
    assertThat(both.path("contents").toString()).doesNotContain("Schema");
  }

  @Test
  void anOlderGeminiWithToolsAndASchemaWithLimitsGetAnInstruction() throws Exception {
    assertInstructed(google("gemini-2.5-flash", TOOLS, STRICT), STRICT);
    assertInstructed(google("gemini-3-pro-preview", TOOLS, LIMITED), LIMITED);
  }
}
