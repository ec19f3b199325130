package dev.otters.agents.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OpenAiFormTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HELLO = "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]";
  private static final ToolCall LIST = new ToolCall("t1", "ls", "{\"path\":\"/\"}");
  private static final Usage USED = new Usage(100, 60, 10, 20, 5, false);

  private final Form form = new OpenAiForm();

  private ProgramCall read(String members) throws EndpointProblem {
    return form.read(JSON.readTree("{\"model\":\"m\"," + members + "}"));
  }

  @Test
  void aConversationWithToolsIsRead() throws Exception {
    ProgramCall call =
        read(
            """
            "max_tokens": 9, "max_completion_tokens": 50, "temperature": 0.5, "top_p": 0.9,
            "presence_penalty": 1, "frequency_penalty": -1, "seed": 4, "reasoning_effort": "low",
            "stream": true, "stream_options": {"include_usage": true}, "n": 1, "user": "u",
            "parallel_tool_calls": true, "tool_choice": "auto", "stop": null, "logprobs": false,
            "response_format": {"type": "json_schema", "json_schema":
              {"name": "a", "strict": true, "schema": {"type": "object"}}},
            "tools": [{"type": "function", "function": {"name": "ls", "description": "Lists.",
                       "parameters": {"type": "object", "properties": {"path": {}}}}},
                      {"type": "function", "function": {"name": "pwd"}}],
            "messages": [
              {"role": "developer", "content": "Be short."},
              {"role": "user", "content": [{"type": "text", "text": "hello"}]},
              {"role": "assistant", "content": null, "refusal": null, "tool_calls": [
                {"id": "t1", "type": "function",
                 "function": {"name": "ls", "arguments": "{\\"path\\":\\"/\\"}"}}]},
              {"role": "tool", "tool_call_id": "t1", "content": "a file"},
              {"role": "assistant", "content": "One file."},
              {"role": "user", "content": "And now?"}]\
            """);

    assertThat(call.messages())
        .containsExactly(
            new ChatMessage.System("Be short."),
            new ChatMessage.User("hello"),
            new ChatMessage.Assistant("", List.of(LIST)),
            new ChatMessage.ToolResult("t1", "ls", "a file", false),
            new ChatMessage.Assistant("One file.", List.of()),
            new ChatMessage.User("And now?"));
    assertThat(call.tools())
        .containsExactly(
            new ToolSchema("ls", "Lists.", "{\"type\":\"object\",\"properties\":{\"path\":{}}}"),
            new ToolSchema("pwd", "", "{\"type\":\"object\"}"));
    assertThat(call.options())
        .isEqualTo(
            Map.of(
                "max-tokens", "50",
                "temperature", "0.5",
                "top-p", "0.9",
                "presence-penalty", "1",
                "frequency-penalty", "-1",
                "seed", "4",
                "reasoning-effort", "low"));
    assertThat(call.schema()).contains("{\"type\":\"object\"}");
    assertThat(call.stream()).isTrue();
    assertThat(call.usage()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "messages":[]                                              | messages must be a list that is not empty
          "messages":[{"role":"function","content":"a"}]             | messages[0].role is unknown
          "messages":[{"role":"user","content":7}]                   | messages[0].content must be a string
          "messages":[{"role":"user","content":[{"type":"image_url"}]}] | messages[0].content[0] of the type "image_url" is not supported
          "messages":[{"role":"tool","tool_call_id":"x","content":"a"}] | names no call of an earlier message
          "messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"custom"}]}] | of the type "custom" is not supported
          "messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"b","arguments":{}}}]}] | arguments must be a string
          "n":2,"messages":[{"role":"user","content":"a"}]           | n other than 1 is not supported
          "stop":"x","messages":[{"role":"user","content":"a"}]      | stop is not supported
          "logprobs":true,"messages":[{"role":"user","content":"a"}] | logprobs is not supported
          "max_tokens":"a","messages":[{"role":"user","content":"a"}] | max_tokens must be a number
          "tool_choice":"required","messages":[{"role":"user","content":"a"}] | tool_choice "required" is not supported
          "tool_choice":{"type":"function"},"messages":[{"role":"user","content":"a"}] | tool_choice "named" is not supported
          "response_format":{"type":"json_object"},"messages":[{"role":"user","content":"a"}] | response_format "json_object" is not supported
          """)
  void whatCannotBePassedOnIsRefused(String members, String why) {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> read(members))
        .satisfies(problem -> assertThat(problem.kind()).isEqualTo(EndpointProblem.Kind.INVALID))
        .withMessageContaining(why);
  }

  @Test
  void anAnswerIsWritten() throws Exception {
    Completion answer = new Completion("", List.of(LIST), StopReason.TOOL_USE, USED);
    JsonNode whole = JSON.readTree(form.whole(read(HELLO), answer));
    assertThat(whole.get("object").asString()).isEqualTo("chat.completion");
    assertThat(whole.get("model").asString()).isEqualTo("m");
    assertThat(whole.get("choices"))
        .hasToString(
            "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"refusal\":null,\"content\":null,"
                + "\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":{\"name\":"
                + "\"ls\",\"arguments\":\"{\\\"path\\\":\\\"/\\\"}\"}}]},\"logprobs\":null,"
                + "\"finish_reason\":\"tool_calls\"}]");
    assertThat(whole.get("usage"))
        .hasToString(
            "{\"prompt_tokens\":100,\"completion_tokens\":20,\"total_tokens\":120,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":60},"
                + "\"completion_tokens_details\":{\"reasoning_tokens\":5}}");
  }

  @ParameterizedTest
  @CsvSource({
    "END_TURN, stop",
    "MAX_TOKENS, length",
    "REFUSED, content_filter",
    "INTERRUPTED, length"
  })
  void theReasonOfTheEndIsTold(StopReason reason, String word) throws Exception {
    Completion answer = new Completion("a", List.of(), reason, USED);
    JsonNode whole = JSON.readTree(form.whole(read(HELLO), answer));
    assertThat(whole.at("/choices/0/finish_reason").asString()).isEqualTo(word);
    assertThat(whole.at("/choices/0/message/content").asString()).isEqualTo("a");
  }

  @Test
  void aStreamHasTheVendorsChunks() throws Exception {
    Form.Events events = form.events(read(HELLO + ",\"stream_options\":{\"include_usage\":true}"));
    Completion answer = new Completion("I look.", List.of(LIST), StopReason.TOOL_USE, USED);
    assertThat(events.begin())
        .startsWith("data: {\"id\":\"chatcmpl-")
        .endsWith(
            "\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},"
                + "\"finish_reason\":null}]}\n\n");
    assertThat(events.text("I look.")).contains("\"delta\":{\"content\":\"I look.\"}");
    assertThat(events.ping()).isEqualTo(": ping\n\n");
    String[] last = events.end(answer).split("\n\n", -1);
    assertThat(last).hasSize(5);
    assertThat(last[0])
        .contains(
            "\"delta\":{\"tool_calls\":[{\"id\":\"t1\",\"type\":\"function\",\"function\":"
                + "{\"name\":\"ls\",\"arguments\":\"{\\\"path\\\":\\\"/\\\"}\"},\"index\":0}]}");
    assertThat(last[1]).contains("\"delta\":{},\"finish_reason\":\"tool_calls\"");
    assertThat(last[2]).contains("\"choices\":[],\"usage\":{\"prompt_tokens\":100");
    assertThat(last[3]).isEqualTo("data: [DONE]");
    assertThat(events.broken(EndpointProblem.invalid("it broke")))
        .startsWith("data: {")
        .contains("\"error\":{\"type\":\"invalid_request_error\",\"message\":\"it broke\"");
    assertThat(form.events(read(HELLO)).end(answer)).doesNotContain("usage");
  }
}
