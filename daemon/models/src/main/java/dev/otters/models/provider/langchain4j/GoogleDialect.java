package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Gemini API.
 *
 * @see <a href="https://ai.google.dev/api/generate-content">its reference</a>
 */
final class GoogleDialect implements Dialect {
  private static final String PREFIX = "models/";
  private static final Set<String> GOOD = Set.of("", "STOP", "MAX_TOKENS");
  private static final Set<String> REFUSALS =
      Set.of(
          "SAFETY",
          "RECITATION",
          "LANGUAGE",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY");

  private final Address address;
  private final Optional<Secret> key;

  GoogleDialect(ProviderConfig config, Address address) {
    this.address = address;
    this.key = config.apiKey();
  }

  @Override
  public StreamingChatModel model(HttpClientBuilder client) {
    return new GoogleModel(client.build(), address.base() + "/" + PREFIX, headers());
  }

  @Override
  public ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools) {
    return ChatRequestParameters.builder()
        .modelName(withoutPrefix(model))
        .temperature(sampling.temperature().orElse(null))
        .topP(sampling.topP().orElse(null))
        .topK(sampling.topK().orElse(null))
        .presencePenalty(sampling.presencePenalty().orElse(null))
        .frequencyPenalty(sampling.frequencyPenalty().orElse(null))
        .maxOutputTokens(sampling.maxTokens().orElse(null))
        .toolSpecifications(tools.specifications())
        .build();
  }

  @Override
  public boolean extendsBody(Sampling sampling) {
    return AnthropicEffort.word(sampling).isPresent();
  }

  @Override
  public void extend(ObjectNode body, String model, Sampling sampling) {
    AnthropicEffort.word(sampling)
        .ifPresent(word -> GoogleEffort.of(withoutPrefix(model), word).addTo(body));
  }

  /** Returns true for schemas that the vendor can enforce; only from Gemini 3 on beside tools. */
  @Override
  public boolean takesSchema(CompletionRequest request, JsonNode schema) {
    return StrictSchema.isStrict(schema)
        && (request.tools().isEmpty() || GoogleEffort.takesLevel(request.model()));
  }

  @Override
  public void format(ObjectNode body, JsonNode schema) {
    body.withObjectProperty("generationConfig")
        .put("responseMimeType", "application/json")
        .set("responseJsonSchema", schema);
  }

  @Override
  public boolean takesAnyId() {
    return true;
  }

  /** Reads any event: each has the counts so far. The reasoning is not part of the candidates. */
  @Override
  public Usage usage(JsonNode event) {
    JsonNode usage = event.path("usageMetadata");
    long reasoning = usage.path("thoughtsTokenCount").asLong(0);
    Usage said =
        new Usage(
            usage.path("promptTokenCount").asLong(0),
            usage.path("cachedContentTokenCount").asLong(0),
            0,
            usage.path("candidatesTokenCount").asLong(0),
            0,
            false);
    return said.plus(new Usage(0, 0, 0, reasoning, reasoning, false));
  }

  @Override
  public Optional<String> refusal(JsonNode event) {
    JsonNode feedback = event.path("promptFeedback");
    if (!feedback.path("blockReason").asString("").isEmpty()) {
      return Optional.of(feedback.path("blockReasonMessage").asString(""));
    }
    JsonNode candidate = event.path("candidates").path(0);
    return REFUSALS.contains(finish(event))
        ? Optional.of(candidate.path("finishMessage").asString(""))
        : Optional.empty();
  }

  @Override
  public Optional<String> fault(JsonNode event) {
    String reason = finish(event);
    if (GOOD.contains(reason) || REFUSALS.contains(reason)) {
      return Optional.empty();
    }
    String more = event.path("candidates").path(0).path("finishMessage").asString("");
    return Optional.of(more.isEmpty() ? reason : reason + ": " + more);
  }

  private static String finish(JsonNode event) {
    return event.path("candidates").path(0).path("finishReason").asString("");
  }

  @Override
  public String modelsPath() {
    return "models?pageSize=1000";
  }

  @Override
  public Map<String, String> headers() {
    return key.map(secret -> Map.of("x-goog-api-key", secret.reveal())).orElse(Map.of());
  }

  /** Reads the models that answer requests; others make embeddings or pictures. */
  @Override
  public Stream<ModelOffer> offers(JsonNode list) {
    return list.path("models")
        .valueStream()
        .filter(
            model ->
                model
                    .path("supportedGenerationMethods")
                    .valueStream()
                    .anyMatch(method -> method.asString("").equals("generateContent")))
        .map(
            model ->
                new ModelOffer(
                    withoutPrefix(model.path("name").asString("")),
                    Dialect.size(model.path("inputTokenLimit"), model.path("outputTokenLimit")),
                    model.path("displayName").asString("")));
  }

  private static String withoutPrefix(String model) {
    return model.startsWith(PREFIX) ? model.substring(PREFIX.length()) : model;
  }

  @Override
  public String messages() {
    return "contents";
  }

  @Override
  public Reasoning reasoning() {
    return new GoogleSignatures();
  }

  @Override
  public void restore(ObjectNode message, JsonNode parts) {
    GoogleSignatures.restore(message, parts);
  }

  /** Accepts an answer once it has a reason for its end; the connection then ends. */
  @Override
  public Finish finish() {
    return event ->
        !finish(event).isEmpty()
                || !event.path("promptFeedback").path("blockReason").asString("").isEmpty()
            ? Finish.State.SAID
            : Finish.State.OPEN;
  }
}
