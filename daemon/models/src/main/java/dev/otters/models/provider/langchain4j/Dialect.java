package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.price.ModelSize;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The API of a vendor, as far as the APIs differ. */
interface Dialect {
  /** Returns the library's model, which sends its requests through a client. */
  StreamingChatModel model(HttpClientBuilder client);

  /** Returns the parameters of a request. */
  ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools);

  /** Returns whether {@link #extend} adds anything. */
  boolean extendsBody(Sampling sampling);

  /** Adds to the body of a request for a model what the library does not know. */
  void extend(ObjectNode body, String model, Sampling sampling);

  /** Returns whether {@link #format} can express the schema of a request. */
  default boolean takesSchema(CompletionRequest request, JsonNode schema) {
    return false;
  }

  /** Adds the schema of its answer to the body of a request. */
  default void format(ObjectNode body, JsonNode schema) {}

  /** Returns whether the ids of tool calls may contain any character. */
  boolean takesAnyId();

  /** Returns the part of the usage that an event of an answer reports. */
  Usage usage(JsonNode event);

  /**
   * Returns the text with which an event says that the answer is refused, which may be empty; or
   * nothing if the event does not say so.
   */
  Optional<String> refusal(JsonNode event);

  /** Returns why an event ends the answer without a usable one; empty if it does not. */
  default Optional<String> fault(JsonNode event) {
    return Optional.empty();
  }

  /** Returns the path of the list of models, relative to the base URL. */
  String modelsPath();

  /** Returns the headers that authenticate a request. */
  Map<String, String> headers();

  /** Converts a list of models. */
  Stream<ModelOffer> offers(JsonNode list);

  /** Returns a size of two numbers of tokens. */
  static ModelSize size(JsonNode context, JsonNode maxOutput) {
    return new ModelSize(tokens(context), tokens(maxOutput));
  }

  /** Returns a positive number of tokens; empty for anything else. */
  static Optional<Integer> tokens(JsonNode count) {
    return Optional.of(count.asInt(0)).filter(tokens -> tokens > 0);
  }

  /** Returns the member of a request that holds the messages. */
  default String messages() {
    return "messages";
  }

  /** Returns the detector of the ends of answers. */
  Finish finish();

  /** Returns a reader of the parts of one answer that the vendor wants back. */
  Reasoning reasoning();

  /**
   * Puts such parts back.
   *
   * @param message the message of the model in a request
   * @param parts what {@link Reasoning#json} returned for it
   */
  void restore(ObjectNode message, JsonNode parts);

  /** Reads the parts of an answer that only the vendor understands. */
  interface Reasoning {
    /** Adds an event of the answer. */
    void add(JsonNode event);

    /** Returns the parts that the vendor wants back with the results of the answer's calls. */
    Optional<String> json();
  }

  /** Detects the end of answers. Keeps no state. */
  @FunctionalInterface
  interface Finish {
    /** The progress of an answer. */
    enum State {
      /** More events must follow. */
      OPEN,
      /** More events may follow; the answer is complete if the connection ends now. */
      SAID,
      /** The answer is complete, and later events do not matter. */
      OVER
    }

    /** Returns the least progress of an answer that has this event. */
    State after(JsonNode event);
  }
}
