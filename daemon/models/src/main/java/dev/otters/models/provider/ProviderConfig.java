package dev.otters.models.provider;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A configured provider that is ready to connect: variables are resolved and defaults applied.
 *
 * @param name the name, which stands before the slash of a MODEL
 * @param kind the API of the vendor, {@code anthropic}, {@code google} or {@code openai}
 * @param apiKey the key; empty for none
 * @param apiBase the base URL; empty for the default of the kind
 * @param models the models to offer; empty to ask the vendor
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
