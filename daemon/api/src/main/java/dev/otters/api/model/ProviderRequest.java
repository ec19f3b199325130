package dev.otters.api.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a provider, or for a change of one. What is null stays as it is, or as its kind has it;
 * an empty text or list takes away what was there.
 *
 * @param name null when its kind is its name, or the path of the request names it
 * @param kind null when its name is its kind
 * @param apiKey the key, or {@code ${VAR}} for a variable of the daemon's environment; never
 *     answered
 * @param apiBase where it answers
 * @param models the only models that may be used
 */
public record ProviderRequest(
    @Nullable String name,
    @Nullable String kind,
    @Nullable String apiKey,
    @Nullable String apiBase,
    @Nullable List<String> models) {
  /** Copies the list. */
  public ProviderRequest {
    models = models == null ? null : List.copyOf(models);
  }

  /** Shows no key. */
  @Override
  public String toString() {
    return "ProviderRequest[name=" + name + ", kind=" + kind + ", models=" + models + "]";
  }
}
