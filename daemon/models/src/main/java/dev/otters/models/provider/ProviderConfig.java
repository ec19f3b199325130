package dev.otters.models.provider;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Is one configured provider, ready to be connected: variables are resolved, presets applied.
 *
 * @param name what stands before the slash of a MODEL
 * @param kind which API the vendor speaks, {@code anthropic} or {@code openai}
 * @param apiKey its key, empty when it needs none
 * @param apiBase where it answers, empty for the kind's own address
 * @param models the models to offer, empty to ask the vendor for them
 */
public record ProviderConfig(
    String name,
    String kind,
    Optional<Secret> apiKey,
    Optional<URI> apiBase,
    List<String> models,
    Timeouts timeouts) {
  /** Copies the list. */
  public ProviderConfig {
    models = List.copyOf(models);
  }
}
