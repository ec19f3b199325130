package dev.otters.agents.engine;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.Map;
import java.util.Optional;

/**
 * The operator's default executor.
 *
 * @param kind docker or system
 * @param because the place of the setting, as the end of a sentence that begins with "chosen by"
 */
public record ExecutorSetting(ExecutorKind kind, String because) {
  /** The variable of the daemon's environment. */
  public static final String VARIABLE = "OTTERS_EXECUTOR";

  /**
   * Returns the setting: the daemon's argument, or else its environment, or else its configuration
   * file.
   *
   * @param argument the value of {@code ottersd serve --executor}
   * @param environment the daemon's environment; an empty variable counts as unset
   * @param configured the value of {@code executor} in {@code ottersd.yaml}
   * @return empty if there is no setting
   * @throws ApiException INVALID_REQUEST if a value is not a possible default executor
   */
  public static Optional<ExecutorSetting> of(
      Optional<String> argument,
      Map<String, String> environment,
      Optional<ExecutorKind> configured) {
    Optional<String> variable =
        Optional.ofNullable(environment.get(VARIABLE)).filter(value -> !value.isBlank());
    return argument
        .map(value -> read(value, "ottersd serve --executor"))
        .or(() -> variable.map(value -> read(value, VARIABLE)))
        .or(() -> configured.map(kind -> new ExecutorSetting(kind, "executor in ottersd.yaml")));
  }

  /**
   * Parses the name of a default executor.
   *
   * @throws IllegalArgumentException if it is not a possible default executor
   */
  public static ExecutorKind kind(String word) {
    ExecutorKind kind = ExecutorKind.of(word.strip());
    if (kind == ExecutorKind.UNSANDBOXED) {
      throw new IllegalArgumentException(word);
    }
    return kind;
  }

  private static ExecutorSetting read(String value, String place) {
    try {
      return new ExecutorSetting(kind(value), place);
    } catch (IllegalArgumentException e) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST, place + " is '" + value + "'", remedy(value.strip()));
    }
  }

  private static String remedy(String value) {
    return value.equals(ExecutorKind.UNSANDBOXED.toString())
        ? "Use docker or system; only 'otters run --executor system --unsandboxed' creates an agent"
            + " without a sandbox."
        : "Use docker or system.";
  }
}
