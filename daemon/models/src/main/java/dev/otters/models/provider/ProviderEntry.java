package dev.otters.models.provider;

import java.util.List;
import java.util.Optional;

/**
 * Is one provider as {@code providers.yaml} says it.
 *
 * @param name what stands before the slash of a MODEL
 * @param apiKey as written, empty when there is none
 * @param apiBase as written, empty for the kind's usual address
 * @param models the only models that may be used, empty for all that the vendor has
 */
public record ProviderEntry(
    String name,
    ProviderKind kind,
    Optional<Template> apiKey,
    Optional<Template> apiBase,
    List<String> models) {
  /** Copies the list. */
  public ProviderEntry {
    models = List.copyOf(models);
  }

  /** Returns whether its vendor is known to refuse requests without a key, and it has none. */
  public boolean lacksKey() {
    return apiKey.isEmpty() && kind.needsKey() && apiBase.isEmpty();
  }
}
