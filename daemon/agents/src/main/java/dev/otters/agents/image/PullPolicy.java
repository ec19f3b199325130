package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;

/** Says when an image is fetched from its registry. */
public enum PullPolicy {
  /** Each time, so that a moved tag is noticed. */
  ALWAYS,
  /** When it is not here. */
  MISSING,
  /** Not at all. */
  NEVER;

  /**
   * Reads a policy as the operator writes it.
   *
   * @param text {@code always}, {@code missing} or {@code never}
   * @return the policy
   * @throws ApiException when it is something else
   */
  public static PullPolicy parse(String text) {
    return switch (text) {
      case "always" -> ALWAYS;
      case "missing" -> MISSING;
      case "never" -> NEVER;
      default ->
          throw ApiException.of(
              ErrorCode.INVALID_REQUEST,
              "'" + text + "' is not a pull policy",
              "use always, missing or never");
    };
  }
}
