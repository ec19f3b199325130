package dev.otters.api.model;

import dev.otters.api.NullIfAbsent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to add or change a provider. Null keeps the current value, or the default of the kind;
 * an empty text or list removes the value.
 *
 * @param name null when its kind is its name, or the path of the request names it
 * @param kind null when its name is its kind
 * @param apiKey the key, or {@code ${VAR}} for a variable of the daemon's environment; no answer
 *     contains it
 * @param apiBase its base URL
 * @param models the allowed models
 */
public record ProviderRequest(
    @Nullable String name,
    @Nullable String kind,
    @Nullable String apiKey,
    @Nullable String apiBase,
    @NullIfAbsent @Nullable List<String> models) {
  /** Shows no key. */
  @Override
  public String toString() {
    return "ProviderRequest[name=" + name + ", kind=" + kind + ", models=" + models + "]";
  }
}
