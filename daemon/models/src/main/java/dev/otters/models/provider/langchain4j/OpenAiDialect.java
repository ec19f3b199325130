package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Chat Completions API. The vendor requires {@code max_completion_tokens} and has no {@code
 * top_k}. Compatible servers have {@code max_tokens}, and most of them {@code top_k}.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat/create">its reference</a>
 */
final class OpenAiDialect implements Dialect {
  private final Address address;
  private final Optional<Secret> key;

  OpenAiDialect(ProviderConfig config, Address address) {
    this.address = address;
    this.key = config.apiKey();
  }

  @Override
  public StreamingChatModel model(HttpClientBuilder client) {
    return new OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder()
        .httpClientBuilder(client)
        .baseUrl(address.base().toString())
        .apiKey(key.map(Secret::reveal).orElse(null))
        // Some servers repeat the whole id in each piece.
        .accumulateToolCallId(false)
        .build();
  }

  @Override
  public ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools) {
    OpenAiChatRequestParameters.Builder parameters =
        OpenAiChatRequestParameters.builder()
            .modelName(model)
            .temperature(sampling.temperature().orElse(null))
            .topP(sampling.topP().orElse(null))
            .presencePenalty(sampling.presencePenalty().orElse(null))
            .frequencyPenalty(sampling.frequencyPenalty().orElse(null))
            .reasoningEffort(sampling.reasoningEffort().orElse(null))
            .toolSpecifications(tools.specifications());
    if (address.vendors()) {
      return parameters.maxCompletionTokens(sampling.maxTokens().orElse(null)).build();
    }
    sampling.topK().ifPresent(topK -> parameters.customParameters(Map.of("top_k", topK)));
    return parameters.maxOutputTokens(sampling.maxTokens().orElse(null)).build();
  }

  @Override
  public boolean extendsBody(Sampling sampling) {
    return false;
  }

  @Override
  public void extend(ObjectNode body, String model, Sampling sampling) {}

  /**
   * Returns true for an object, but not for a compatible server that is offered tools: many of them
   * then restrict every answer, so that the model cannot call a tool.
   */
  @Override
  public boolean takesSchema(CompletionRequest request, JsonNode schema) {
    return StrictSchema.isObject(schema) && (address.vendors() || request.tools().isEmpty());
  }

  @Override
  public void format(ObjectNode body, JsonNode schema) {
    body.putObject("response_format")
        .put("type", "json_schema")
        .putObject("json_schema")
        .put("name", "answer")
        .put("strict", StrictSchema.hasNoOptionalMember(schema))
        .set("schema", schema);
  }

  @Override
  public boolean takesAnyId() {
    return true;
  }

  /**
   * Reads the last event or, of some servers, any event. Only OpenRouter counts writes to a cache.
   */
  @Override
  public Usage usage(JsonNode event) {
    JsonNode usage = event.path("usage");
    JsonNode input = usage.path("prompt_tokens_details");
    return new Usage(
        usage.path("prompt_tokens").asLong(0),
        input.path("cached_tokens").asLong(0),
        input.path("cache_write_tokens").asLong(0),
        usage.path("completion_tokens").asLong(0),
        usage.path("completion_tokens_details").path("reasoning_tokens").asLong(0),
        false);
  }

  @Override
  public Optional<String> refusal(JsonNode event) {
    JsonNode choice = event.path("choices").path(0);
    String text = choice.path("delta").path("refusal").asString("");
    return text.isEmpty() && !choice.path("finish_reason").asString("").equals("content_filter")
        ? Optional.empty()
        : Optional.of(text);
  }

  @Override
  public String modelsPath() {
    return "models";
  }

  @Override
  public Map<String, String> headers() {
    return key.map(secret -> Map.of("Authorization", "Bearer " + secret.reveal())).orElse(Map.of());
  }

  /** Reads the context size from the fields of vLLM, OpenRouter and llama.cpp's server. */
  @Override
  public Stream<ModelOffer> offers(JsonNode list) {
    return list.path("data").valueStream().map(OpenAiDialect::offer);
  }

  private static ModelOffer offer(JsonNode model) {
    Optional<Integer> size =
        Stream.of(
                model.path("max_model_len"),
                model.path("context_length"),
                model.path("meta").path("n_ctx"),
                model.path("meta").path("n_ctx_train"))
            .flatMap(value -> Dialect.tokens(value).stream())
            .findFirst();
    Optional<Integer> most =
        Dialect.tokens(model.path("top_provider").path("max_completion_tokens"));
    return new ModelOffer(model.path("id").asString(""), new ModelSize(size, most), "");
  }

  @Override
  public Reasoning reasoning() {
    return new OpenAiReasoning();
  }

  @Override
  public void restore(ObjectNode message, JsonNode parts) {
    OpenAiReasoning.restore(message, parts);
  }

  /** Accepts an end of the connection too: some servers omit the final event. */
  @Override
  public Finish finish() {
    return event ->
        !event.path("choices").path(0).path("finish_reason").asString("").isEmpty()
            ? Finish.State.SAID
            : Finish.State.OPEN;
  }
}
