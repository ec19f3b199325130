package dev.otters.agents.endpoint;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Anthropic's Messages API. */
record AnthropicForm() implements Form {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CONTENT = "content";
  private static final Set<String> TEXT = Set.of("text");
  private static final Map<String, String> NUMBERS =
      Map.of(
          "max_tokens", ConfigKeys.MAX_TOKENS,
          "temperature", ConfigKeys.TEMPERATURE,
          "top_p", ConfigKeys.TOP_P,
          "top_k", ConfigKeys.TOP_K);

  @Override
  public ProgramCall read(JsonNode body) throws EndpointProblem {
    Fields all = Fields.of(body, "");
    all.refuse("stop_sequences", "output_format", "output_config", "mcp_servers", "container");
    if (all.has("thinking") && !all.object("thinking").text("type").equals("disabled")) {
      throw Fields.unsupported("thinking");
    }
    List<ChatMessage> messages = new ArrayList<>();
    if (all.has("system")) {
      messages.add(new ChatMessage.System(all.texts("system", TEXT)));
    }
    Map<String, String> tools = new HashMap<>();
    for (Fields message : all.someOf("messages")) {
      switch (message.text("role")) {
        case "user" -> readUser(message, tools, messages);
        case "assistant" -> messages.add(assistant(message, tools));
        case "system" -> messages.add(new ChatMessage.System(message.texts(CONTENT, TEXT)));
        default -> throw EndpointProblem.invalid(message.place() + ".role is unknown");
      }
    }
    return new ProgramCall(
        all.text("model"),
        messages,
        tools(all),
        all.options(NUMBERS),
        Optional.empty(),
        all.flag("stream"),
        true);
  }

  private static List<ToolSchema> tools(Fields all) throws EndpointProblem {
    String choice = all.has("tool_choice") ? all.object("tool_choice").text("type") : "auto";
    if (!choice.equals("auto") && !choice.equals("none")) {
      throw Fields.unsupported("tool_choice \"" + choice + "\"");
    }
    List<ToolSchema> tools = new ArrayList<>();
    for (Fields tool : all.tools()) {
      String type = tool.maybeText("type").orElse("custom");
      if (!type.equals("custom")) {
        throw Fields.unsupported(tool.place() + " of the type \"" + type + "\"");
      }
      tool.addTool("input_schema", tools);
    }
    return choice.equals("none") ? List.of() : tools;
  }

  /** Reads the results of tools, and then the texts, of a message. */
  private static void readUser(
      Fields message, Map<String, String> tools, List<ChatMessage> messages)
      throws EndpointProblem {
    List<String> texts = new ArrayList<>();
    if (!message.isList(CONTENT)) {
      texts.add(message.text(CONTENT));
    }
    for (Fields block : message.isList(CONTENT) ? message.list(CONTENT) : List.<Fields>of()) {
      switch (block.text("type")) {
        case "text" -> texts.add(block.text("text"));
        case "tool_result" -> messages.add(result(block, tools));
        default ->
            throw Fields.unsupported(block.place() + " of the type \"" + block.text("type") + "\"");
      }
    }
    if (!texts.isEmpty()) {
      messages.add(new ChatMessage.User(String.join("\n\n", texts)));
    }
  }

  private static ChatMessage result(Fields block, Map<String, String> tools)
      throws EndpointProblem {
    String id = block.text("tool_use_id");
    String tool = tools.get(id);
    if (tool == null) {
      throw EndpointProblem.invalid(
          block.place() + ".tool_use_id names no call of an earlier message");
    }
    return new ChatMessage.ToolResult(id, tool, block.texts(CONTENT, TEXT), block.flag("is_error"));
  }

  /** Reads a message of the model. Its thinking is left out. */
  private static ChatMessage assistant(Fields message, Map<String, String> tools)
      throws EndpointProblem {
    if (!message.isList(CONTENT)) {
      return new ChatMessage.Assistant(message.text(CONTENT), List.of());
    }
    StringBuilder text = new StringBuilder();
    List<ToolCall> calls = new ArrayList<>();
    for (Fields block : message.list(CONTENT)) {
      switch (block.text("type")) {
        case "text" -> text.append(block.text("text"));
        case "tool_use" -> {
          String name = block.text("name");
          calls.add(new ToolCall(block.text("id"), name, block.object("input").node().toString()));
          tools.put(block.text("id"), name);
        }
        case "thinking", "redacted_thinking" -> {
          // Only the model that wrote it can read it, and perhaps another one answers.
        }
        default ->
            throw Fields.unsupported(block.place() + " of the type \"" + block.text("type") + "\"");
      }
    }
    return new ChatMessage.Assistant(text.toString(), calls);
  }

  private static ObjectNode message(ProgramCall call) {
    ObjectNode message =
        JSON.createObjectNode()
            .put("id", "msg_" + UUID.randomUUID().toString().replace("-", ""))
            .put("type", "message")
            .put("role", "assistant")
            .put("model", call.model());
    message.putArray(CONTENT);
    return message.putNull("stop_reason").putNull("stop_sequence");
  }

  @Override
  public String whole(ProgramCall call, Completion answer) {
    ObjectNode message = message(call);
    ArrayNode content = message.withArray(CONTENT);
    if (!answer.text().isEmpty()) {
      content.addObject().put("type", "text").put("text", answer.text());
    }
    for (ToolCall use : answer.toolCalls()) {
      content.add(toolUse(use, Fields.arguments(use)));
    }
    message.put("stop_reason", reason(answer)).set("usage", usage(answer.usage()));
    return message.toString();
  }

  private static ObjectNode toolUse(ToolCall use, JsonNode input) {
    ObjectNode block =
        JSON.createObjectNode().put("type", "tool_use").put("id", use.id()).put("name", use.name());
    block.set("input", input);
    return block;
  }

  private static String reason(Completion answer) {
    return switch (answer.stopReason()) {
      case END_TURN -> "end_turn";
      case TOOL_USE -> "tool_use";
      case MAX_TOKENS, INTERRUPTED -> "max_tokens";
      case REFUSED -> "refusal";
    };
  }

  private static ObjectNode usage(Usage usage) {
    long fresh = usage.inputTokens() - usage.cachedTokens() - usage.cacheWriteTokens();
    return JSON.createObjectNode()
        .put("input_tokens", fresh)
        .put("cache_creation_input_tokens", usage.cacheWriteTokens())
        .put("cache_read_input_tokens", usage.cachedTokens())
        .put("output_tokens", usage.outputTokens());
  }

  @Override
  public Events events(ProgramCall call) {
    return new Blocks(call);
  }

  /** The events of one message: its text is one block, and each tool call another one. */
  private static final class Blocks implements Events {
    private final ProgramCall call;
    private boolean open;
    private int index;

    Blocks(ProgramCall call) {
      this.call = call;
    }

    private static String event(String type, ObjectNode data) {
      return "event: " + type + "\ndata: " + data.put("type", type) + "\n\n";
    }

    private ObjectNode block() {
      return JSON.createObjectNode().put("index", index);
    }

    private String start(ObjectNode block) {
      ObjectNode data = block();
      data.set("content_block", block);
      return event("content_block_start", data);
    }

    private String delta(String type, String member, String value) {
      ObjectNode data = block();
      data.putObject("delta").put("type", type).put(member, value);
      return event("content_block_delta", data);
    }

    private String stop() {
      String event = event("content_block_stop", block());
      index++;
      return event;
    }

    @Override
    public String begin() {
      ObjectNode data = JSON.createObjectNode();
      data.set("message", message(call).set("usage", usage(Usage.NONE)));
      return event("message_start", data);
    }

    @Override
    public String text(String piece) {
      String start = open ? "" : start(JSON.createObjectNode().put("type", "text").put("text", ""));
      open = true;
      return start + delta("text_delta", "text", piece);
    }

    @Override
    public String end(Completion answer) {
      StringBuilder events = new StringBuilder(open ? stop() : "");
      for (ToolCall use : answer.toolCalls()) {
        events
            .append(start(toolUse(use, JSON.createObjectNode())))
            .append(delta("input_json_delta", "partial_json", Fields.arguments(use).toString()))
            .append(stop());
      }
      ObjectNode data = JSON.createObjectNode();
      data.putObject("delta").put("stop_reason", reason(answer)).putNull("stop_sequence");
      data.set("usage", usage(answer.usage()));
      return events
          .append(event("message_delta", data))
          .append(event("message_stop", JSON.createObjectNode()))
          .toString();
    }

    @Override
    public String broken(EndpointProblem problem) {
      return "event: error\ndata: " + problem.json() + "\n\n";
    }

    @Override
    public String ping() {
      return event("ping", JSON.createObjectNode());
    }
  }
}
