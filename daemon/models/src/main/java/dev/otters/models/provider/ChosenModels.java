package dev.otters.models.provider;

import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A provider restricted to chosen models.
 *
 * @param chosen the models that the operator allows
 */
record ChosenModels(Provider provider, List<String> chosen) implements Provider {
  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public void check(String model) {
    if (!chosen.contains(model)) {
      throw ModelException.permanent(
          Reason.MODEL_UNKNOWN,
          "the provider '%s' does not allow the model '%s'; it allows %s"
              .formatted(name(), model, String.join(", ", chosen)),
          "Choose one of these, or allow the model with 'otters provider edit %s --model %s'."
              .formatted(name(), model));
    }
    provider.check(model);
  }

  @Override
  public List<ModelOffer> models() throws InterruptedException {
    return provider.models();
  }

  @Override
  public OptionalInt contextSize(String model) {
    return provider.contextSize(model);
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    check(request.model());
    return provider.complete(request, caller, text);
  }
}
