package dev.otters.server;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.server.problem.Problems;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rejects a model that no provider offers, before the agent is created.
 *
 * @param gateway knows the providers
 */
record ModelCheck(ModelGateway gateway) implements Consumer<String> {
  @Override
  public void accept(String model) {
    List<String> providers = gateway.providers().names();
    String provider = model.substring(0, Math.max(0, model.indexOf('/')));
    if (!providers.contains(provider)) {
      throw new ApiException(
          Problem.of(
                  ErrorCode.PROVIDER_UNKNOWN,
                  "there is no model provider '" + provider + "' for the model " + model,
                  "Choose a model of "
                      + String.join(" or ", providers)
                      + " with --model, or add the provider with 'otters provider add'.")
              .withCandidates(providers));
    }
    try {
      gateway.check(model);
    } catch (ModelException e) {
      Problem problem = Problems.of(e);
      throw new ApiException(
          problem.remedy() == null
              ? Problem.of(problem.code(), problem.title(), "Choose another model with --model.")
              : problem,
          e);
    }
  }
}
