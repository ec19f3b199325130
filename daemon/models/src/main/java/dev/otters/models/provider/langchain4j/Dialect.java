package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.ModelOffer;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The API of a vendor, as far as the APIs differ. */
interface Dialect {
  /** Returns the library's model, which sends its requests through a client. */
  StreamingChatModel model(HttpClientBuilder client);

  /** Returns the parameters of a request. */
  ChatRequestParameters parameters(String model, Sampling sampling, ToolNames tools);

  /** Returns whether the ids of tool calls may contain any character. */
  boolean takesAnyId();

  /** Returns the part of the usage that an event of an answer reports. */
  Usage usage(JsonNode event);

  /** Returns the path of the list of models, relative to the base URL. */
  String modelsPath();

  /** Returns the headers that authenticate a request. */
  Map<String, String> headers();

  /** Converts an entry of a list of models. */
  ModelOffer offer(JsonNode model);

  /** Returns a detector of the end of one answer. */
  Finish finish();

  /** Detects the end of an answer. */
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

    /** Returns the progress of the answer after an event. */
    State after(JsonNode event);
  }
}
