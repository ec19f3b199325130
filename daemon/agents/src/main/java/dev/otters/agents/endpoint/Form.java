package dev.otters.agents.endpoint;

import dev.otters.models.chat.Completion;
import tools.jackson.databind.JsonNode;

/** The form of a vendor's API: how a request is read and an answer is written. */
sealed interface Form permits AnthropicForm, OpenAiForm {
  /**
   * Reads a request.
   *
   * @throws EndpointProblem if it is malformed, or asks for what the endpoint does not pass on
   */
  ProgramCall read(JsonNode body) throws EndpointProblem;

  /** Returns the answer in one piece, as JSON. */
  String whole(ProgramCall call, Completion answer);

  /** Returns the writer of an answer in pieces. */
  Events events(ProgramCall call);

  /** Writes the server-sent events of one answer, in this order. */
  interface Events {
    /** Returns the first events. */
    String begin();

    /** Returns the events of a piece of text, which is not empty. */
    String text(String piece);

    /** Returns the last events. All text was passed on before. */
    String end(Completion answer);

    /** Returns the events that end an answer which broke off. */
    String broken(EndpointProblem problem);

    /** Returns an event without a meaning, which shows that both sides are there. */
    String ping();
  }
}
