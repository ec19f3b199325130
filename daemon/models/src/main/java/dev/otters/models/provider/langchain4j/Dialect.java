package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.output.TokenUsage;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.protocol.Usage;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What differs between the vendors' APIs. */
interface Dialect {
  /** Returns the library's model, which sends its requests through this client. */
  StreamingChatModel model(HttpClientBuilder client);

  /** Returns what the vendor is told besides the messages. */
  ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools);

  /** Returns whether the ids of tool calls may hold anything. */
  boolean takesAnyId();

  /** Returns the vendor's count, all of the input included. */
  Usage usage(TokenUsage usage);

  /** Returns the way to the list of models, below the base. */
  String modelsPath();

  /** Returns the headers that say who asks. */
  Map<String, String> headers();

  /** Returns one offer of a list of models. */
  ModelOffer offer(JsonNode model);

  /** Returns who notices the end of one answer. */
  Finish finish();

  /** Notices the end of an answer. */
  @FunctionalInterface
  interface Finish {
    /** How far an answer is. */
    enum State {
      /** More must come. */
      OPEN,
      /** More may come; a connection that ends now ends a whole answer. */
      SAID,
      /** Nothing of interest comes after this. */
      OVER
    }

    /** Returns how far the answer is after this event. */
    State after(JsonNode event);
  }

  /** Returns what a list of models holds, of at most this many. */
  default List<ModelOffer> offers(JsonNode list, int most) {
    return list.path("data").valueStream().limit(most).map(this::offer).toList();
  }
}
