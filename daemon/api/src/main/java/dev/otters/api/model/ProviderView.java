package dev.otters.api.model;

import dev.otters.api.Problem;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One model provider that the daemon knows; its key is never shown.
 *
 * @param apiBase its base URL, null for the default of its kind or for none
 * @param key {@code none}, {@code set}, {@code from ${VAR}} or {@code missing ${VAR}}
 * @param models the allowed models; empty for all
 * @param builtIn whether it exists without configuration
 * @param state {@code ready}, or {@code unusable} with the problem
 * @param problem why it cannot be used, null when it can
 */
public record ProviderView(
    String name,
    String kind,
    @Nullable String apiBase,
    String key,
    List<String> models,
    boolean builtIn,
    String state,
    @Nullable Problem problem) {
  /** The state of a provider whose configuration is complete. */
  public static final String READY = "ready";

  /** The state of a provider that cannot be used. */
  public static final String UNUSABLE = "unusable";

  /** Fills in what an answer left out. */
  public ProviderView {
    key = Objects.requireNonNullElse(key, "none");
    state = Objects.requireNonNullElse(state, READY);
  }

  /** Returns the view of a built-in provider. */
  public static ProviderView builtIn(String name) {
    return new ProviderView(name, name, null, "none", List.of(), true, READY, null);
  }
}
