package dev.otters.models.provider;

import java.util.List;
import java.util.Optional;

/**
 * A provider as written in {@code providers.yaml}.
 *
 * @param name the name, which stands before the slash of a MODEL
 * @param apiKey the key as written; empty for none
 * @param apiBase the base URL as written; empty for the default of the kind
 * @param models the models that may be used; empty for all
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

  /** Returns whether the vendor requires a key and the entry has none. */
  public boolean lacksKey() {
    return apiKey.isEmpty() && kind.needsKey() && apiBase.isEmpty();
  }
}
