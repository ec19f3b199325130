package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Compares what is sent with Anthropic's references.
 *
 * @see <a href="https://platform.claude.com/docs/en/api/messages">Messages</a>
 * @see <a href="https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview">Tools</a>
 * @see <a href="https://platform.claude.com/docs/en/api/models-list">Models</a>
 */
class AnthropicRequestTest extends AnthropicTest {
  private static CompletionRequest request(ChatMessage... messages) {
    return new CompletionRequest("some-model", List.of(messages), List.of(), Map.of());
  }

  @Test
  void aRequestHasTheMethodThePathAndTheHeadersOfTheReference() throws Exception {
    provider.complete(Replies.request("Hello"), piece -> {});
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("POST /v1/messages HTTP/1.1");
    assertThat(request.headers())
        .containsEntry("x-api-key", Replies.KEY)
        .containsEntry("anthropic-version", "2023-06-01")
        .containsEntry("content-type", "application/json")
        .containsEntry("user-agent", "otters")
        .doesNotContainKeys("authorization", "upgrade");
  }

  @Test
  void aPlainRequestHasItsTextsAndTheMarksOfTheCacheOnly() throws Exception {
    assertThat(sent(request(new ChatMessage.System("Be brief."), new ChatMessage.User("Hello"))))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"model":"some-model","max_tokens":4096,"stream":true,
                 "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
                 "messages":[{"role":"user","content":[{"type":"text","text":"Hello",
                   "cache_control":{"type":"ephemeral"}}]}]}\
                """));
  }

  @Test
  void toolsAndTheirResultsHaveTheFormOfTheReference() throws Exception {
    CompletionRequest request =
        new CompletionRequest(
            "some-model",
            List.of(
                new ChatMessage.User("Which files?"),
                new ChatMessage.Assistant(
                    "I look.",
                    List.of(
                        new ToolCall("toolu_1", "ls", "{\"args\":[\"-l\"]}"),
                        new ToolCall("toolu_2", "my.tool", "{}"))),
                new ChatMessage.ToolResult("toolu_1", "ls", "README.md", false),
                new ChatMessage.ToolResult("toolu_2", "my.tool", "it broke", true)),
            List.of(
                new ToolSchema("ls", "Lists files.", ToolSchema.BIN_INPUT),
                new ToolSchema(
                    "my.tool",
                    "Mine.",
                    "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"minimum\":1}},"
                        + "\"required\":[\"n\"]}")),
            Map.of());
    JsonNode body = sent(request);
    assertThat(body.path("messages"))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                [{"role":"user","content":[{"type":"text","text":"Which files?"}]},
                 {"role":"assistant","content":[
                   {"type":"text","text":"I look."},
                   {"type":"tool_use","id":"toolu_1","name":"ls","input":{"args":["-l"]}},
                   {"type":"tool_use","id":"toolu_2","name":"my_tool","input":{}}]},
                 {"role":"user","content":[
                   {"type":"tool_result","tool_use_id":"toolu_1","content":"README.md"},
                   {"type":"tool_result","tool_use_id":"toolu_2","content":"it broke",
                    "is_error":true,"cache_control":{"type":"ephemeral"}}]}]\
                """));
    assertThat(body.path("tools").path(1))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"name":"my_tool","description":"Mine.","input_schema":{"type":"object",
                 "properties":{"n":{"type":"integer","minimum":1}},"required":["n"]}}\
                """));
    assertThat(body.path("tools").path(0).path("input_schema").path("properties"))
        .isEqualTo(Replies.JSON.readTree(ToolSchema.BIN_INPUT).path("properties"));
  }

  @Test
  void whatTheSameSideSaysInARowIsOneMessageAndSilenceIsNone() throws Exception {
    JsonNode messages =
        sent(request(
                new ChatMessage.User("one"),
                new ChatMessage.Assistant("  ", List.of()),
                new ChatMessage.User("two"),
                new ChatMessage.Assistant("three", List.of()),
                new ChatMessage.User(" ")))
            .path("messages");
    assertThat(messages)
        .isEqualTo(
            Replies.JSON.readTree(
                """
                [{"role":"user","content":[{"type":"text","text":"one\\n\\ntwo"}]},
                 {"role":"assistant","content":[{"type":"text","text":"three"}]},
                 {"role":"user","content":[{"type":"text","text":"(nothing)",
                   "cache_control":{"type":"ephemeral"}}]}]\
                """));
  }

  @Test
  void argumentsThatAreNoObjectAndIdsOfOthersAreMadeFit() throws Exception {
    JsonNode messages =
        sent(request(
                new ChatMessage.User("go"),
                new ChatMessage.Assistant(
                    "", List.of(new ToolCall("call:1.2", "ls", "{\"args\": [unfinished"))),
                new ChatMessage.ToolResult("call:1.2", "ls", "", true)))
            .path("messages");
    assertThat(messages.path(1).path("content").path(0))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"type":"tool_use","id":"call_1_2","name":"ls",
                 "input":{"malformed_arguments":"{\\"args\\": [unfinished"}}\
                """));
    assertThat(messages.path(2).path("content").path(0).path("tool_use_id").asString(""))
        .isEqualTo("call_1_2");
  }

  @Test
  void theKeysOfTheAgentfileReachTheVendorThatKnowsThem() throws Exception {
    JsonNode body =
        sent(
            new CompletionRequest(
                "some-model",
                List.of(new ChatMessage.User("x")),
                List.of(),
                Map.of(
                    "temperature", "0.2",
                    "top-p", "0.9",
                    "top-k", "40",
                    "presence-penalty", "0.5",
                    "frequency-penalty", "0.5",
                    "max-tokens", "100",
                    "tool-timeout", "7")));
    assertThat(body)
        .isEqualTo(
            Replies.JSON.readTree(
                """
                {"model":"some-model","max_tokens":100,"stream":true,
                 "temperature":0.2,"top_p":0.9,"top_k":40,
                 "messages":[{"role":"user","content":[{"type":"text","text":"x",
                   "cache_control":{"type":"ephemeral"}}]}]}\
                """));
  }

  @Test
  void aKeyOfTheAgentfileOfTheWrongTypeIsToldByNameAndNothingIsSent() {
    for (String key : List.of("temperature", "max-tokens")) {
      CompletionRequest request =
          new CompletionRequest("m", List.of(), List.of(), Map.of(key, "hot"));
      assertThatExceptionOfType(ModelException.class)
          .isThrownBy(() -> provider.complete(request, piece -> {}))
          .withMessageContaining("CONFIG " + key)
          .withMessageContaining("hot")
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.BAD_REQUEST));
    }
    assertThat(vendor.untaken()).isZero();
  }

  @Test
  void aToolIsCalledByTheNameThatTheAgentGaveIt() throws Exception {
    vendor.plays(
        VendorSocket.events(
            Anthropic.START
                + Anthropic.tool(0, "toolu_1", "a_b", "{}")
                + Anthropic.tool(1, "toolu_2", "a_b_2", "{}")
                + Anthropic.end("tool_use")));
    Completion answer =
        provider.complete(
            new CompletionRequest(
                "m",
                List.of(new ChatMessage.User("x")),
                List.of(
                    new ToolSchema("a.b", "", ToolSchema.BIN_INPUT),
                    new ToolSchema("a b", "", ToolSchema.BIN_INPUT)),
                Map.of()),
            piece -> {});
    assertThat(answer.toolCalls())
        .containsExactly(
            new ToolCall("toolu_1", "a.b", "{}"), new ToolCall("toolu_2", "a b", "{}"));
  }

  @Test
  void modelsAreListedAsTheReferenceSays() throws Exception {
    vendor.plays(
        VendorSocket.json(
            200,
            """
            {"data":[{"type":"model","id":"claude-a","display_name":"Claude A",
             "created_at":"2025-02-19T00:00:00Z","max_input_tokens":200000,"max_tokens":64000}],
             "has_more":false,"first_id":"claude-a","last_id":"claude-a"}\
            """));
    assertThat(provider.models())
        .containsExactly(
            new ModelOffer(
                "claude-a", new ModelSize(Optional.of(200000), Optional.of(64000)), "Claude A"));
    VendorSocket.Request request = vendor.request();
    assertThat(request.start()).isEqualTo("GET /v1/models?limit=1000 HTTP/1.1");
    assertThat(request.headers())
        .containsEntry("x-api-key", Replies.KEY)
        .containsEntry("anthropic-version", "2023-06-01");
  }

  @Test
  void anAddressWithoutAPathGetsTheVersion() throws Exception {
    Provider bare = Replies.open("anthropic", vendor.address(""), Replies.SHORT);
    bare.complete(Replies.request("x"), piece -> {});
    assertThat(vendor.request().start()).isEqualTo("POST /v1/messages HTTP/1.1");
  }
}
