package dev.otters.models.provider.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.sse.DefaultServerSentEventParser;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the requests of the Gemini API and reads its events. The own client of the library joins
 * the pieces of a text with blank lines, and the signatures of an answer in one string.
 */
final class GoogleModel implements StreamingChatModel {
  static final String CALL = "functionCall";

  /** Takes the place of the signature of a call that another model made. */
  private static final String UNSIGNED = "skip_thought_signature_validator";

  /** An id that Otters gave to a call without one. */
  private static final String OWN_ID = "call_\\d+";

  private final HttpClient client;
  private final String models;
  private final Map<String, String> headers;

  /**
   * Creates a model that sends its requests through a client.
   *
   * @param models the URL of the models, with a slash at its end
   */
  GoogleModel(HttpClient client, String models, Map<String, String> headers) {
    this.client = client;
    this.models = models;
    this.headers = headers;
  }

  @Override
  public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
    String name = URLEncoder.encode(request.modelName(), StandardCharsets.UTF_8);
    HttpRequest post =
        HttpRequest.builder()
            .method(HttpMethod.POST)
            .url(models + name + ":streamGenerateContent?alt=sse")
            .addHeader("Content-Type", "application/json")
            .addHeaders(headers)
            .body(body(request).toString())
            .build();
    client.execute(post, new DefaultServerSentEventParser(), new Reader(handler));
  }

  /** Returns whether a part is a summary of the model's reasoning. */
  static boolean isThought(JsonNode part) {
    return part.path("thought").asBoolean(false);
  }

  private static ObjectNode body(ChatRequest request) {
    ObjectNode body = VendorJson.object();
    ArrayNode contents = body.putArray("contents");
    boolean signed = GoogleEffort.takesLevel(request.modelName());
    for (ChatMessage message : request.messages()) {
      switch (message) {
        case SystemMessage system ->
            body.putObject("systemInstruction")
                .putArray("parts")
                .addObject()
                .put("text", system.text());
        case UserMessage user -> add(user, parts(contents, "user"));
        case AiMessage said -> add(said, parts(contents, "model"), signed);
        case ToolExecutionResultMessage result -> add(result, results(contents));
        default -> throw new IllegalStateException("no form for " + message.type());
      }
    }
    addTools(body, request.toolSpecifications());
    addConfig(body, request.parameters());
    return body;
  }

  private static ArrayNode parts(ArrayNode contents, String role) {
    return contents.addObject().put("role", role).putArray("parts");
  }

  /** Returns the parts of the results of a message, which must be in one content. */
  private static ArrayNode results(ArrayNode contents) {
    JsonNode last = contents.path(contents.size() - 1).path("parts");
    return last.path(0).has("functionResponse") ? (ArrayNode) last : parts(contents, "user");
  }

  private static void add(AiMessage said, ArrayNode parts, boolean signed) {
    if (said.text() != null) {
      parts.addObject().put("text", said.text());
    }
    boolean first = true;
    for (ToolExecutionRequest request : said.toolExecutionRequests()) {
      ObjectNode part = parts.addObject();
      named(part.putObject(CALL), request.id(), request.name())
          .set("args", VendorJson.own(request.arguments()));
      if (signed && first) {
        part.put("thoughtSignature", UNSIGNED);
      }
      first = false;
    }
  }

  private static void add(UserMessage user, ArrayNode parts) {
    for (Content content : user.contents()) {
      switch (content) {
        case TextContent text -> parts.addObject().put("text", text.text());
        case ImageContent image -> add(image.image().mimeType(), image.image().base64Data(), parts);
        case PdfFileContent pdf -> add(pdf.pdfFile().mimeType(), pdf.pdfFile().base64Data(), parts);
        default -> throw new IllegalStateException("no form for " + content.type());
      }
    }
  }

  private static void add(String type, String data, ArrayNode parts) {
    parts.addObject().putObject("inlineData").put("mimeType", type).put("data", data);
  }

  private static void add(ToolExecutionResultMessage result, ArrayNode parts) {
    named(parts.addObject().putObject("functionResponse"), result.id(), result.toolName())
        .putObject("response")
        .put(Boolean.TRUE.equals(result.isError()) ? "error" : "output", result.text());
  }

  private static ObjectNode named(ObjectNode call, String id, String name) {
    return (id.matches(OWN_ID) ? call : call.put("id", id)).put("name", name);
  }

  private static void addTools(ObjectNode body, @Nullable List<ToolSpecification> tools) {
    if (tools == null || tools.isEmpty()) {
      return;
    }
    ArrayNode declarations = body.putArray("tools").addObject().putArray("functionDeclarations");
    for (ToolSpecification tool : tools) {
      declarations
          .addObject()
          .put("name", tool.name())
          .put("description", tool.description())
          .set("parametersJsonSchema", schema(tool.parameters()));
    }
  }

  private static ObjectNode schema(JsonObjectSchema parameters) {
    ObjectNode schema = VendorJson.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    parameters
        .properties()
        .forEach(
            (name, value) ->
                properties.set(name, VendorJson.own(((JsonRawSchema) value).schema())));
    if (!parameters.required().isEmpty()) {
      parameters.required().forEach(schema.putArray("required")::add);
    }
    return schema;
  }

  private static void addConfig(ObjectNode body, ChatRequestParameters parameters) {
    ObjectNode config = VendorJson.object();
    put(config, "temperature", parameters.temperature());
    put(config, "topP", parameters.topP());
    put(config, "topK", parameters.topK());
    put(config, "presencePenalty", parameters.presencePenalty());
    put(config, "frequencyPenalty", parameters.frequencyPenalty());
    put(config, "maxOutputTokens", parameters.maxOutputTokens());
    if (!config.isEmpty()) {
      body.set("generationConfig", config);
    }
  }

  private static void put(ObjectNode config, String name, @Nullable Number value) {
    if (value != null) {
      config.putPOJO(name, value);
    }
  }

  /** Passes on the events of one answer. */
  private static final class Reader implements ServerSentEventListener {
    private final StreamingChatResponseHandler handler;
    private final List<ToolExecutionRequest> calls = new ArrayList<>();
    private Optional<FinishReason> cut = Optional.empty();

    Reader(StreamingChatResponseHandler handler) {
      this.handler = handler;
    }

    @Override
    public void onEvent(ServerSentEvent event) {
      JsonNode candidate = VendorJson.own(event.data()).path("candidates").path(0);
      for (JsonNode part : candidate.path("content").path("parts")) {
        String text = part.path("text").asString("");
        if (part.has(CALL)) {
          calls.add(call(part.path(CALL)));
        } else if (!isThought(part) && !text.isEmpty()) {
          handler.onPartialResponse(text);
        }
      }
      if (candidate.path("finishReason").asString("").equals("MAX_TOKENS")) {
        cut = Optional.of(FinishReason.LENGTH);
      }
    }

    private static ToolExecutionRequest call(JsonNode call) {
      return ToolExecutionRequest.builder()
          .id(call.path("id").asString(""))
          .name(call.path("name").asString(""))
          .arguments(call.has("args") ? call.path("args").toString() : "")
          .build();
    }

    @Override
    public void onError(Throwable error) {
      handler.onError(error);
    }

    @Override
    public void onClose() {
      AiMessage message = AiMessage.builder().toolExecutionRequests(calls).build();
      handler.onCompleteResponse(
          ChatResponse.builder().aiMessage(message).finishReason(cut.orElse(null)).build());
    }
  }
}
