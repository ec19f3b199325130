package dev.otters.api.model;

import dev.otters.api.Absent;
import dev.otters.api.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one model provider that the daemon knows; its key is never shown.
 *
 * @param apiBase where it answers, null when that is nowhere or its kind's own address
 * @param key {@code none}, {@code set}, {@code from ${VAR}} or {@code missing ${VAR}}
 * @param models the only models that may be used; empty for all
 * @param builtIn whether it is always there
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
  /** Is the state of a provider that can be asked, as far as the daemon alone can tell. */
  public static final String READY = "ready";

  /** Is the state of a provider that cannot. */
  public static final String UNUSABLE = "unusable";

  /** Fills in what an answer left out. */
  public ProviderView {
    key = Absent.or(key, "none");
    models = Absent.list(models);
    state = Absent.or(state, READY);
  }

  /** Makes the view of a provider that is always there. */
  public static ProviderView builtIn(String name) {
    return new ProviderView(name, name, null, "none", List.of(), true, READY, null);
  }
}
