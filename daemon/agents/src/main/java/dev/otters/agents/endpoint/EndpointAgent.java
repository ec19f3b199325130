package dev.otters.agents.endpoint;

import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.wire.ByteBudget;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.sessions.ProgramRequests;
import dev.otters.sessions.conversation.TurnSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;

/**
 * An agent whose programs ask models.
 *
 * @param refusals has a row for the models that its programs may not ask
 * @param memory its share of the memory for requests
 * @param decoding limits the requests that are decoded at a time
 */
record EndpointAgent(
    UUID id,
    String name,
    ProgramRequests requests,
    AgentRefusals refusals,
    ByteBudget.Share memory,
    Semaphore decoding) {
  /**
   * Returns the settings that the agent has now.
   *
   * @throws EndpointProblem if it was never ready
   */
  TurnSettings settings() throws EndpointProblem {
    return requests
        .settings(id)
        .orElseThrow(
            () ->
                new EndpointProblem(
                    EndpointProblem.Kind.UNAVAILABLE, "the agent is starting. Try again soon."));
  }

  /** Returns the models that programs may ask, the agent's own first. */
  List<String> models(TurnSettings settings) {
    List<String> models = new ArrayList<>(List.of(settings.model()));
    models.addAll(TurnConfig.of(settings.options()).endpointModels());
    return models;
  }

  /**
   * Returns the model that a program names, with its provider or without.
   *
   * @throws EndpointProblem if the programs of the agent may not ask it
   */
  String allowed(String named, TurnSettings settings) throws EndpointProblem {
    List<String> models = models(settings);
    return models.stream()
        .filter(model -> model.equals(named) || named.equals(withoutProvider(model)))
        .findFirst()
        .orElseThrow(() -> refused(named, models));
  }

  private EndpointProblem refused(String named, List<String> models) {
    refusals.model(id);
    return new EndpointProblem(
        EndpointProblem.Kind.NOT_FOUND,
        "programs of this agent may not ask the model \"%s\", only: %s. Use one of these, or let the operator allow more with: otters update --config model-endpoint-models=PROVIDER/MODEL %s"
            .formatted(named, String.join(", ", models), name));
  }

  private static String withoutProvider(String model) {
    return model.substring(model.indexOf('/') + 1);
  }
}
