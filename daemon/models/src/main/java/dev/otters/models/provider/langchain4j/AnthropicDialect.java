package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatRequestParameters;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Messages API. It has no presence and frequency penalties, which are omitted; so is all other
 * sampling of a model that thinks. The end of the system prompt and of the conversation are marked
 * for the vendor's cache.
 *
 * @see <a href="https://docs.anthropic.com/en/api/messages">its reference</a>
 */
final class AnthropicDialect implements Dialect {
  private static final String VERSION = "2023-06-01";
  private static final int MAX_TOKENS = 4096;

  private final Address address;
  private final String key;

  AnthropicDialect(ProviderConfig config, Address address) {
    this.address = address;
    this.key = config.apiKey().map(Secret::reveal).orElse("none");
  }

  @Override
  public StreamingChatModel model(HttpClientBuilder client) {
    return AnthropicStreamingChatModel.builder()
        .httpClientBuilder(client)
        .baseUrl(address.base().toString())
        .apiKey(key)
        .version(VERSION)
        .build();
  }

  @Override
  public ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools) {
    AnthropicChatRequestParameters.Builder parameters =
        AnthropicChatRequestParameters.builder()
            .modelName(model)
            .cacheSystemMessages(true)
            .toolSpecifications(tools.specifications());
    if (extendsBody(sampling)) {
      return parameters
          .maxOutputTokens(sampling.maxTokens().orElse(AnthropicEffort.MAX_TOKENS))
          .build();
    }
    return parameters
        .temperature(sampling.temperature().orElse(null))
        .topP(sampling.topP().orElse(null))
        .topK(sampling.topK().orElse(null))
        .maxOutputTokens(sampling.maxTokens().orElse(MAX_TOKENS))
        .build();
  }

  @Override
  public boolean extendsBody(Sampling sampling) {
    return AnthropicEffort.of(sampling).isPresent();
  }

  @Override
  public void extend(ObjectNode body, String model, Sampling sampling) {
    AnthropicEffort.of(sampling).ifPresent(effort -> effort.addTo(body, model));
  }

  /** Returns true for models from Claude 4.5 on and schemas that the vendor can enforce. */
  @Override
  public boolean takesSchema(CompletionRequest request, JsonNode schema) {
    return AnthropicEffort.isAtLeast(request.model(), 4, 5) && StrictSchema.isStrict(schema);
  }

  @Override
  public void format(ObjectNode body, JsonNode schema) {
    body.withObjectProperty("output_config")
        .putObject("format")
        .put("type", "json_schema")
        .set("schema", schema);
  }

  @Override
  public boolean takesAnyId() {
    return false;
  }

  /**
   * Reads the start of a message, which counts the input, or its end, which counts the output. The
   * vendor does not count cached tokens as input.
   */
  @Override
  public Usage usage(JsonNode event) {
    JsonNode usage = (event.has("usage") ? event : event.path("message")).path("usage");
    Usage fresh =
        new Usage(usage.path("input_tokens").asLong(0), usage.path("output_tokens").asLong(0));
    long read = usage.path("cache_read_input_tokens").asLong(0);
    long written = usage.path("cache_creation_input_tokens").asLong(0);
    return fresh
        .plus(new Usage(read, read, 0, 0, 0, false))
        .plus(new Usage(written, 0, written, 0, 0, false));
  }

  @Override
  public Optional<String> refusal(JsonNode event) {
    return event.path("delta").path("stop_reason").asString("").equals("refusal")
        ? Optional.of("")
        : Optional.empty();
  }

  @Override
  public String modelsPath() {
    return "models?limit=1000";
  }

  @Override
  public Map<String, String> headers() {
    return Map.of("x-api-key", key, "anthropic-version", VERSION);
  }

  @Override
  public Stream<ModelOffer> offers(JsonNode list) {
    return list.path("data")
        .valueStream()
        .map(
            model ->
                new ModelOffer(
                    model.path("id").asString(""),
                    Dialect.size(model.path("max_input_tokens"), model.path("max_tokens")),
                    model.path("display_name").asString("")));
  }

  @Override
  public Reasoning reasoning() {
    return new AnthropicThinking();
  }

  @Override
  public void restore(ObjectNode message, JsonNode parts) {
    AnthropicThinking.restore(message, parts);
  }

  @Override
  public Finish finish() {
    return event ->
        event.path("type").asString("").equals("message_stop")
            ? Finish.State.OVER
            : Finish.State.OPEN;
  }
}
