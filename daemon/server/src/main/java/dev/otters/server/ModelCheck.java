package dev.otters.server;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.server.gateway.ModelException;
import dev.otters.server.gateway.ModelGateway;
import java.util.List;
import java.util.function.Consumer;

/**
 * Refuses models that nobody offers, before an agent is made for one.
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
                  "choose a model of " + String.join(" or ", providers) + " with --model")
              .withCandidates(providers));
    }
    try {
      gateway.check(model);
    } catch (ModelException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.MODEL_UNKNOWN,
              String.valueOf(e.getMessage()),
              "choose another model with --model"),
          e);
    }
  }
}
