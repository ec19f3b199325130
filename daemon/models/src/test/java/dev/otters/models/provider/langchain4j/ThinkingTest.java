package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.Thinking;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.VendorSocket;
import dev.otters.models.provider.langchain4j.Replies.Anthropic;
import dev.otters.models.provider.langchain4j.Replies.Google;
import dev.otters.models.provider.langchain4j.Replies.OpenAi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What vendors want back with the results of tools.
 *
 * @see <a href="https://platform.claude.com/docs/en/build-with-claude/extended-thinking">Claude</a>
 * @see <a href="https://openrouter.ai/docs/use-cases/reasoning-tokens">OpenRouter</a>
 * @see <a href="https://ai.google.dev/gemini-api/docs/thought-signatures">Gemini</a>
 */
class ThinkingTest {
  private static final String SIGNED =
      "{\"type\":\"thinking\",\"thinking\":\"Let me \\\"see\\\".\",\"signature\":\"EqQBCg==\"}";
  private static final String REDACTED = "{\"type\":\"redacted_thinking\",\"data\":\"EmwKAhgB\"}";

  @AutoClose private VendorSocket vendor;

  @BeforeEach
  void open() throws IOException {
    vendor = new VendorSocket();
  }

  /** Returns the message of an answer as the next request repeats it. */
  private JsonNode repeated(String kind, String events) throws Exception {
    Provider provider = Replies.open(kind, vendor.address("/v1"), Replies.SHORT);
    vendor.plays(VendorSocket.events(events));
    List<String> said = new ArrayList<>();
    Completion answer = provider.complete(Replies.request("Hello"), said::add);
    assertThat(String.join("", said)).isEqualTo(answer.text());
    assertThat(vendor.request().body()).contains("Hello");
    Optional<Thinking> thinking = answer.thinking().map(json -> new Thinking("m", json));
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(new ChatMessage.User("Hello"));
    messages.add(new ChatMessage.Assistant("Before.", List.of()));
    messages.add(new ChatMessage.User("And?"));
    messages.add(new ChatMessage.Assistant(answer.text(), answer.toolCalls(), thinking));
    answer
        .toolCalls()
        .forEach(
            call -> messages.add(new ChatMessage.ToolResult(call.id(), call.name(), "ok", false)));
    provider.complete(new CompletionRequest("m", messages, List.of(), Map.of()), piece -> {});
    JsonNode body = Replies.JSON.readTree(vendor.request().body());
    JsonNode sent = body.path(kind.equals("google") ? "contents" : "messages");
    assertThat(sent.path(1).toString()).contains("Before.").doesNotContain("hinking");
    return sent.path(3);
  }

  private static String thinking(int index) {
    return Anthropic.block(
        index,
        "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
        "{\"type\":\"thinking_delta\",\"thinking\":\"Let me \"}",
        "{\"type\":\"thinking_delta\",\"thinking\":\"\\\"see\\\".\"}",
        "{\"type\":\"signature_delta\",\"signature\":\"EqQBCg==\"}");
  }

  @Test
  void anthropicGetsItsBlocksBackUnchangedInTheirOrder() throws Exception {
    String events =
        Anthropic.START
            + thinking(0)
            + Anthropic.block(1, REDACTED)
            + Anthropic.text(2, "I ", "look.")
            + thinking(3)
            + Anthropic.tool(4, "t1", "ls", "{\"args\":[\"-l\"]}")
            + Anthropic.tool(5, "t2", "ls", "{}")
            + Anthropic.end("tool_use");

    assertThat(repeated("anthropic", events).path("content"))
        .isEqualTo(
            Replies.JSON.readTree(
                "["
                    + SIGNED
                    + ","
                    + REDACTED
                    + ",{\"type\":\"text\",\"text\":\"I look.\"},"
                    + SIGNED
                    + ",{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"ls\",\"input\":{\"args\":[\"-l\"]}},"
                    + "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"ls\",\"input\":{}}]"));
  }

  @Test
  void aBlockAtTheEndOfAnAnswerMayBeUnfinishedAndStaysOut() throws Exception {
    String events =
        Anthropic.START
            + Anthropic.tool(0, "t1", "ls", "{}")
            + thinking(1)
            + Anthropic.end("max_tokens");

    assertThat(repeated("anthropic", events).path("content").size()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reasoning_content", "reasoning"})
  void aCompatibleServerGetsItsReasoningBackUnderItsName(String name) throws Exception {
    String events =
        OpenAi.delta("{\"" + name + "\":\"Let me \"}", "null")
            + OpenAi.delta("{\"content\":null,\"" + name + "\":\"see.\"}", "null")
            + OpenAi.tool(0, "t1", "ls", "{}")
            + OpenAi.end("tool_calls");

    JsonNode message = repeated("openai", events);

    assertThat(message.path(name).asString()).isEqualTo("Let me see.");
    assertThat(message.path("tool_calls").path(0).path("id").asString()).isEqualTo("t1");
  }

  @Test
  void openRouterGetsItsDetailsBackJoinedAndOnce() throws Exception {
    String detail = "{\"reasoning\":\"%s\",\"reasoning_details\":[%s]}";
    String events =
        OpenAi.delta(
                detail.formatted(
                    "Let me ",
                    "{\"type\":\"reasoning.text\",\"text\":\"Let me"
                        + " \",\"index\":0,\"format\":\"f\"}"),
                "null")
            + OpenAi.delta(
                detail.formatted(
                    "see.",
                    "{\"type\":\"reasoning.text\",\"text\":\"see.\",\"signature\":\"s\",\"index\":0}"),
                "null")
            + OpenAi.delta(
                detail.formatted(
                    "", "{\"type\":\"reasoning.encrypted\",\"data\":\"x\",\"index\":1}"),
                "null")
            + OpenAi.tool(0, "t1", "ls", "{}")
            + OpenAi.end("tool_calls");

    JsonNode message = repeated("openai", events);

    assertThat(message.has("reasoning")).isFalse();
    assertThat(message.path("reasoning_details"))
        .isEqualTo(
            Replies.JSON.readTree(
                """
                [{"type":"reasoning.text","text":"Let me see.","index":0,"format":"f","signature":"s"},
                 {"type":"reasoning.encrypted","data":"x","index":1}]\
                """));
  }

  @Test
  void geminiGetsTheSignatureOfACallBackWithTheCall() throws Exception {
    String call =
        "{\"tool_calls\":[{\"index\":1,\"id\":\"t2\",\"type\":\"function\",\"function\":"
            + "{\"name\":\"ls\",\"arguments\":\"{}\"},"
            + "\"extra_content\":{\"google\":{\"thought_signature\":\"abc\"}}}]}";
    String events =
        OpenAi.tool(0, "t1", "ls", "{}") + OpenAi.delta(call, "null") + OpenAi.end("tool_calls");

    JsonNode calls = repeated("openai", events).path("tool_calls");

    assertThat(calls.path(0).has("extra_content")).isFalse();
    assertThat(calls.path(1).path("extra_content").toString())
        .isEqualTo("{\"google\":{\"thought_signature\":\"abc\"}}");
  }

  @Test
  void googleGetsEachSignatureBackWithItsPart() throws Exception {
    String events =
        Google.parts("{\"text\":\"I think.\",\"thought\":true}")
            + Google.text("I ", "look. ")
            + Google.parts("{\"text\":\"At\",\"thoughtSignature\":\"one\"}")
            + Google.text(" it. ")
            + Google.parts(
                "{\"functionCall\":{\"id\":\"t1\",\"name\":\"ls\",\"args\":{\"n\":1.50}},"
                    + "\"thoughtSignature\":\"two\"},"
                    + "{\"functionCall\":{\"name\":\"ls\",\"args\":{}}}")
            + Google.parts("{\"text\":\"\",\"thoughtSignature\":\"three\"}")
            + Google.end("STOP");

    assertThat(repeated("google", events).path("parts").toString())
        .isEqualTo(
            "[{\"text\":\"I look. \"},"
                + "{\"text\":\"At\",\"thoughtSignature\":\"one\"},"
                + "{\"text\":\" it. \"},"
                + "{\"functionCall\":{\"id\":\"t1\",\"name\":\"ls\",\"args\":{\"n\":1.5}},"
                + "\"thoughtSignature\":\"two\"},"
                + "{\"functionCall\":{\"name\":\"ls\",\"args\":{}}},"
                + "{\"text\":\"\",\"thoughtSignature\":\"three\"}]");
  }

  @Test
  void aSignatureOfAnyFormBreaksNoAnswer() throws Exception {
    for (String odd : List.of("7", "null", "[]", "{\"x\":1}")) {
      String part = "{\"text\":\"Hello\",\"thoughtSignature\":" + odd + "}";
      vendor.plays(
          VendorSocket.events(
              "data: {\"candidates\":[{\"content\":7}]}\n\n"
                  + Google.parts("7,null,[]," + part)
                  + Google.end("STOP")));
      Provider provider = Replies.open("google", vendor.address("/v1"), Replies.SHORT);
      assertThat(provider.complete(Replies.request("Hello"), piece -> {}).text())
          .as(odd)
          .isEqualTo("Hello");
    }
  }

  @Test
  void reasoningOfAnyFormBreaksNoAnswer() throws Exception {
    for (String odd : List.of("7", "null", "[]", "[1,[]]", "{\"x\":1}", "[{\"index\":-1}]")) {
      String events =
          OpenAi.delta("{\"reasoning_details\":" + odd + "}", "null")
              + OpenAi.text("Hello")
              + OpenAi.end("stop");
      vendor.plays(VendorSocket.events(events));
      Provider provider = Replies.open("openai", vendor.address("/v1"), Replies.SHORT);
      assertThat(provider.complete(Replies.request("Hello"), piece -> {}).text())
          .as(odd)
          .isEqualTo("Hello");
    }
  }
}
