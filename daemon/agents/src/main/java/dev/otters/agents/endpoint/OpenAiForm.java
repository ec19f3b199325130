package dev.otters.agents.endpoint;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's Chat Completions API. */
record OpenAiForm() implements Form {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String CONTENT = "content";
  private static final String CALLS = "tool_calls";
  private static final String FUNCTION = "function";
  private static final String ARGUMENTS = "arguments";
  private static final Set<String> TEXT = Set.of("text");

  /** Of two names for the same, the newer one comes last and wins. */
  private static final Map<String, String> NUMBERS = new LinkedHashMap<>();

  static {
    NUMBERS.put("max_tokens", ConfigKeys.MAX_TOKENS);
    NUMBERS.put("max_completion_tokens", ConfigKeys.MAX_TOKENS);
    NUMBERS.put("temperature", ConfigKeys.TEMPERATURE);
    NUMBERS.put("top_p", ConfigKeys.TOP_P);
    NUMBERS.put("presence_penalty", ConfigKeys.PRESENCE_PENALTY);
    NUMBERS.put("frequency_penalty", ConfigKeys.FREQUENCY_PENALTY);
    NUMBERS.put("seed", ConfigKeys.SEED);
  }

  @Override
  public ProgramCall read(JsonNode body) throws EndpointProblem {
    Fields all = Fields.of(body, "");
    all.refuse("stop", "logprobs", "top_logprobs", "logit_bias", "functions", "audio");
    all.refuse("web_search_options", "prediction");
    if (all.has("n") && all.get("n").asInt(0) != 1) {
      throw Fields.unsupported("n other than 1");
    }
    List<ChatMessage> messages = new ArrayList<>();
    Map<String, String> tools = new HashMap<>();
    for (Fields message : all.someOf("messages")) {
      messages.add(message(message, tools));
    }
    Map<String, String> options = all.options(NUMBERS);
    all.maybeText("reasoning_effort").ifPresent(it -> options.put(ConfigKeys.REASONING_EFFORT, it));
    boolean usage = all.has("stream_options") && all.object("stream_options").flag("include_usage");
    return new ProgramCall(
        all.text("model"), messages, tools(all), options, schema(all), all.flag("stream"), usage);
  }

  private static Optional<String> schema(Fields all) throws EndpointProblem {
    if (!all.has("response_format")) {
      return Optional.empty();
    }
    Fields format = all.object("response_format");
    return switch (format.text("type")) {
      case "text" -> Optional.empty();
      case "json_schema" ->
          Optional.of(format.object("json_schema").object("schema").node().toString());
      default -> throw Fields.unsupported("response_format \"" + format.text("type") + "\"");
    };
  }

  private static List<ToolSchema> tools(Fields all) throws EndpointProblem {
    String choice = all.has("tool_choice") ? all.get("tool_choice").asString("named") : "auto";
    if (!choice.equals("auto") && !choice.equals("none")) {
      throw Fields.unsupported("tool_choice \"" + choice + "\"");
    }
    List<ToolSchema> tools = new ArrayList<>();
    for (Fields tool : all.tools()) {
      function(tool).addTool("parameters", tools);
    }
    return choice.equals("none") ? List.of() : tools;
  }

  private static Fields function(Fields tool) throws EndpointProblem {
    if (!tool.text("type").equals(FUNCTION)) {
      throw Fields.unsupported(tool.place() + " of the type \"" + tool.text("type") + "\"");
    }
    return tool.object(FUNCTION);
  }

  private static ChatMessage message(Fields message, Map<String, String> tools)
      throws EndpointProblem {
    return switch (message.text("role")) {
      case "system", "developer" -> new ChatMessage.System(message.texts(CONTENT, TEXT));
      case "user" -> new ChatMessage.User(message.texts(CONTENT, TEXT));
      case "assistant" -> assistant(message, tools);
      case "tool" -> result(message, tools);
      default -> throw EndpointProblem.invalid(message.place() + ".role is unknown");
    };
  }

  private static ChatMessage assistant(Fields message, Map<String, String> tools)
      throws EndpointProblem {
    message.refuse("function_call", "audio");
    List<ToolCall> calls = new ArrayList<>();
    for (Fields call : message.list(CALLS)) {
      Fields function = function(call);
      String name = function.text("name");
      calls.add(new ToolCall(call.text("id"), name, function.text(ARGUMENTS)));
      tools.put(call.text("id"), name);
    }
    String text = message.texts(CONTENT, Set.of("text", "refusal"));
    return new ChatMessage.Assistant(text, calls);
  }

  private static ChatMessage result(Fields message, Map<String, String> tools)
      throws EndpointProblem {
    String id = message.text("tool_call_id");
    String tool = tools.get(id);
    if (tool == null) {
      throw EndpointProblem.invalid(
          message.place() + ".tool_call_id names no call of an earlier message");
    }
    return new ChatMessage.ToolResult(id, tool, message.texts(CONTENT, TEXT), false);
  }

  private static String reason(Completion answer) {
    return switch (answer.stopReason()) {
      case END_TURN -> "stop";
      case TOOL_USE -> CALLS;
      case MAX_TOKENS, INTERRUPTED -> "length";
      case REFUSED -> "content_filter";
    };
  }

  private static ObjectNode usage(Usage usage) {
    ObjectNode node =
        JSON.createObjectNode()
            .put("prompt_tokens", usage.inputTokens())
            .put("completion_tokens", usage.outputTokens())
            .put("total_tokens", usage.inputTokens() + usage.outputTokens());
    node.putObject("prompt_tokens_details").put("cached_tokens", usage.cachedTokens());
    node.putObject("completion_tokens_details").put("reasoning_tokens", usage.reasoningTokens());
    return node;
  }

  private static ObjectNode object(String type, String id, long created, ProgramCall call) {
    return JSON.createObjectNode()
        .put("id", id)
        .put("object", type)
        .put("created", created)
        .put("model", call.model());
  }

  private static String id() {
    return "chatcmpl-" + UUID.randomUUID().toString().replace("-", "");
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }

  @Override
  public String whole(ProgramCall call, Completion answer) {
    ObjectNode whole = object("chat.completion", id(), now(), call);
    ObjectNode choice = whole.putArray("choices").addObject().put("index", 0);
    ObjectNode message = choice.putObject("message").put("role", "assistant").putNull("refusal");
    if (answer.text().isEmpty() && !answer.toolCalls().isEmpty()) {
      message.putNull(CONTENT);
    } else {
      message.put(CONTENT, answer.text());
    }
    if (!answer.toolCalls().isEmpty()) {
      ArrayNode calls = message.putArray(CALLS);
      answer.toolCalls().forEach(use -> calls.add(call(use)));
    }
    choice.putNull("logprobs").put("finish_reason", reason(answer));
    whole.set("usage", usage(answer.usage()));
    return whole.toString();
  }

  private static ObjectNode call(ToolCall use) {
    ObjectNode call = JSON.createObjectNode().put("id", use.id()).put("type", FUNCTION);
    String arguments = use.argumentsJson().isBlank() ? "{}" : use.argumentsJson();
    call.putObject(FUNCTION).put("name", use.name()).put(ARGUMENTS, arguments);
    return call;
  }

  @Override
  public Events events(ProgramCall call) {
    return new Chunks(call, id(), now());
  }

  /** The chunks of one answer. */
  private record Chunks(ProgramCall call, String id, long created) implements Events {
    private String chunk(ObjectNode delta, Optional<String> reason) {
      ObjectNode chunk = object("chat.completion.chunk", id, created, call);
      ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
      choice.set("delta", delta);
      reason.ifPresentOrElse(
          it -> choice.put("finish_reason", it), () -> choice.putNull("finish_reason"));
      return data(chunk);
    }

    private static String data(ObjectNode node) {
      return "data: " + node + "\n\n";
    }

    @Override
    public String begin() {
      ObjectNode delta = JSON.createObjectNode().put("role", "assistant").put(CONTENT, "");
      return chunk(delta, Optional.empty());
    }

    @Override
    public String text(String piece) {
      return chunk(JSON.createObjectNode().put(CONTENT, piece), Optional.empty());
    }

    @Override
    public String end(Completion answer) {
      StringBuilder events = new StringBuilder();
      for (int i = 0; i < answer.toolCalls().size(); i++) {
        ObjectNode delta = JSON.createObjectNode();
        delta.putArray(CALLS).add(OpenAiForm.call(answer.toolCalls().get(i)).put("index", i));
        events.append(chunk(delta, Optional.empty()));
      }
      events.append(chunk(JSON.createObjectNode(), Optional.of(reason(answer))));
      if (call.usage()) {
        ObjectNode last = object("chat.completion.chunk", id, created, call);
        last.putArray("choices");
        last.set("usage", OpenAiForm.usage(answer.usage()));
        events.append(data(last));
      }
      return events.append("data: [DONE]\n\n").toString();
    }

    @Override
    public String broken(EndpointProblem problem) {
      return "data: " + problem.json() + "\n\n";
    }

    @Override
    public String ping() {
      return ": ping\n\n";
    }
  }
}
