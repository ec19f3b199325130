package dev.otters.agents.engine;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.Map;
import java.util.Optional;

/**
 * Is the operator's word on which executor agents get that are run without one.
 *
 * @param kind docker or system
 * @param because where he said so, as the end of a sentence that begins with "chosen by"
 */
public record ExecutorSetting(ExecutorKind kind, String because) {
  /** Is the variable of the daemon's environment. */
  public static final String VARIABLE = "OTTERS_EXECUTOR";

  /**
   * Returns what counts: the daemon's argument, else its environment, else its configuration file.
   *
   * @param argument the value of {@code ottersd serve --executor}
   * @param environment the daemon's environment; an empty variable is none
   * @param configured the value of {@code executor} in {@code ottersd.yaml}
   * @return empty when nobody said anything
   * @throws ApiException INVALID_REQUEST when a value is no executor that may be a default
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
   * Reads the name of an executor that may be a default.
   *
   * @throws IllegalArgumentException when it is another word, or says that there is no sandbox
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
    String allowed = "it must be docker or system";
    return value.equals(ExecutorKind.UNSANDBOXED.toString())
        ? allowed
            + "; only 'otters run --executor system --unsandboxed' makes an agent without a sandbox"
        : allowed;
  }
}
