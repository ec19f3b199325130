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

class AnthropicFormTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HELLO = "{\"role\":\"user\",\"content\":\"hello\"}";
  private static final ToolCall LIST = new ToolCall("t1", "ls", "{\"path\":\"/\"}");
  private static final Usage USED = new Usage(100, 60, 10, 20, 5, false);

  private final Form form = new AnthropicForm();

  private ProgramCall read(String members) throws EndpointProblem {
    return form.read(JSON.readTree("{\"model\":\"m\"," + members + "}"));
  }

  @Test
  void aConversationWithToolsIsRead() throws Exception {
    ProgramCall call =
        read(
            """
            "max_tokens": 50, "temperature": 0.5, "top_p": 0.9, "top_k": 3, "stream": true,
            "metadata": {"user_id": "u"}, "stop_sequences": [], "thinking": {"type": "disabled"},
            "system": [{"type": "text", "text": "Be", "cache_control": {"type": "ephemeral"}},
                       {"type": "text", "text": "short."}],
            "tool_choice": {"type": "auto"},
            "tools": [{"name": "ls", "description": "Lists.",
                       "input_schema": {"type": "object", "properties": {"path": {}}}},
                      {"type": "custom", "name": "pwd"}],
            "messages": [
              {"role": "user", "content": "hello"},
              {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "text", "text": "I look."},
                {"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "/"}}]},
              {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "t1", "is_error": true,
                 "content": [{"type": "text", "text": "no"}]},
                {"type": "text", "text": "and"}, {"type": "text", "text": "now?"}]},
              {"role": "assistant", "content": "Well"}]\
            """);

    assertThat(call.messages())
        .containsExactly(
            new ChatMessage.System("Be\n\nshort."),
            new ChatMessage.User("hello"),
            new ChatMessage.Assistant("I look.", List.of(LIST)),
            new ChatMessage.ToolResult("t1", "ls", "no", true),
            new ChatMessage.User("and\n\nnow?"),
            new ChatMessage.Assistant("Well", List.of()));
    assertThat(call.tools())
        .containsExactly(
            new ToolSchema("ls", "Lists.", "{\"type\":\"object\",\"properties\":{\"path\":{}}}"),
            new ToolSchema("pwd", "", "{\"type\":\"object\"}"));
    assertThat(call.options())
        .isEqualTo(Map.of("max-tokens", "50", "temperature", "0.5", "top-p", "0.9", "top-k", "3"));
    assertThat(call.stream()).isTrue();
    assertThat(call.to("work/m").model()).isEqualTo("work/m");
  }

  @Test
  void toolsThatAreNotWantedAreLeftOut() throws Exception {
    assertThat(
            read("\"tool_choice\":{\"type\":\"none\"},\"tools\":[{\"name\":\"a\"}],\"messages\":["
                    + HELLO
                    + "]")
                .tools())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "messages":[]                                       | messages must be a list that is not empty
          "x":1                                               | messages must be a list that is not empty
          "messages":{}                                       | messages must be a list
          "messages":["a"]                                    | messages[0] must be an object
          "messages":[{"role":"user"}]                        | messages[0].content must be a string
          "messages":[{"role":"king","content":"a"}]          | messages[0].role is unknown
          "messages":[{"role":"user","content":[{"type":"image"}]}] | messages[0].content[0] of the type "image" is not supported
          "messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}] | names no call
          "messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b"}]}] | input must be an object
          "messages":[{"role":"user","content":"a"}],"temperature":"hot" | temperature must be a number
          "messages":[{"role":"user","content":"a"}],"stream":"yes" | stream must be true or false
          "messages":[{"role":"user","content":"a"}],"stop_sequences":["x"] | stop_sequences is not supported
          "messages":[{"role":"user","content":"a"}],"thinking":{"type":"enabled"} | thinking is not supported
          "messages":[{"role":"user","content":"a"}],"tool_choice":{"type":"any"} | tool_choice "any" is not supported
          "messages":[{"role":"user","content":"a"}],"tools":[{"type":"bash_1","name":"b"}] | tools[0] of the type "bash_1" is not supported
          "messages":[{"role":"user","content":"a"}],"model":7 | model must be a string
          """)
  void whatCannotBePassedOnIsRefused(String members, String why) {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> read(members))
        .satisfies(problem -> assertThat(problem.kind()).isEqualTo(EndpointProblem.Kind.INVALID))
        .withMessageContaining(why);
  }

  @Test
  void aBodyThatIsNoObjectIsRefused() {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> form.read(JSON.readTree("[]")))
        .withMessage("the body must be an object");
  }

  @Test
  void anAnswerIsWritten() throws Exception {
    ProgramCall call = read("\"messages\":[" + HELLO + "]");
    Completion answer = new Completion("I look.", List.of(LIST), StopReason.TOOL_USE, USED);
    JsonNode whole = JSON.readTree(form.whole(call, answer));
    assertThat(whole.get("type").asString()).isEqualTo("message");
    assertThat(whole.get("role").asString()).isEqualTo("assistant");
    assertThat(whole.get("model").asString()).isEqualTo("m");
    assertThat(whole.get("id").asString()).startsWith("msg_");
    assertThat(whole.get("stop_reason").asString()).isEqualTo("tool_use");
    assertThat(whole.get("content"))
        .hasToString(
            "[{\"type\":\"text\",\"text\":\"I look.\"},{\"type\":\"tool_use\",\"id\":\"t1\","
                + "\"name\":\"ls\",\"input\":{\"path\":\"/\"}}]");
    assertThat(whole.get("usage"))
        .hasToString(
            "{\"input_tokens\":30,\"cache_creation_input_tokens\":10,"
                + "\"cache_read_input_tokens\":60,\"output_tokens\":20}");
  }

  @ParameterizedTest
  @CsvSource({
    "END_TURN, end_turn",
    "MAX_TOKENS, max_tokens",
    "REFUSED, refusal",
    "INTERRUPTED, max_tokens"
  })
  void theReasonOfTheEndIsTold(StopReason reason, String word) throws Exception {
    Completion answer = new Completion("a", List.of(), reason, USED);
    ProgramCall call = read("\"messages\":[" + HELLO + "]");
    assertThat(JSON.readTree(form.whole(call, answer)).get("stop_reason").asString())
        .isEqualTo(word);
  }

  @Test
  void aStreamHasTheVendorsEvents() throws Exception {
    Form.Events events = form.events(read("\"messages\":[" + HELLO + "]"));
    ToolCall broken = new ToolCall("t2", "ls", "not json");
    Completion answer = new Completion("I look.", List.of(LIST, broken), StopReason.TOOL_USE, USED);
    assertThat(events.begin())
        .startsWith("event: message_start\ndata: {\"message\":{\"id\":\"msg_")
        .contains("\"content\":[]", "\"usage\":{\"input_tokens\":0");
    assertThat(events.text("I "))
        .isEqualTo(
            """
            event: content_block_start
            data: {"index":0,"content_block":{"type":"text","text":""},"type":"content_block_start"}

            event: content_block_delta
            data: {"index":0,"delta":{"type":"text_delta","text":"I "},"type":"content_block_delta"}

            """);
    assertThat(events.text("look.")).startsWith("event: content_block_delta\n");
    assertThat(events.ping()).isEqualTo("event: ping\ndata: {\"type\":\"ping\"}\n\n");
    assertThat(events.end(answer))
        .isEqualTo(
            """
            event: content_block_stop
            data: {"index":0,"type":"content_block_stop"}

            event: content_block_start
            data: {"index":1,"content_block":{"type":"tool_use","id":"t1","name":"ls","input":{}},"type":"content_block_start"}

            event: content_block_delta
            data: {"index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\":\\"/\\"}"},"type":"content_block_delta"}

            event: content_block_stop
            data: {"index":1,"type":"content_block_stop"}

            event: content_block_start
            data: {"index":2,"content_block":{"type":"tool_use","id":"t2","name":"ls","input":{}},"type":"content_block_start"}

            event: content_block_delta
            data: {"index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"malformed_arguments\\":\\"not json\\"}"},"type":"content_block_delta"}

            event: content_block_stop
            data: {"index":2,"type":"content_block_stop"}

            event: message_delta
            data: {"delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":30,"cache_creation_input_tokens":10,"cache_read_input_tokens":60,"output_tokens":20},"type":"message_delta"}

            event: message_stop
            data: {"type":"message_stop"}

            """);
    assertThat(events.broken(EndpointProblem.invalid("it broke")))
        .isEqualTo(
            """
            event: error
            data: {"type":"error","error":{"type":"invalid_request_error","message":"it broke","param":null,"code":null}}

            """);
  }
}
