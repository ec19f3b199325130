package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;

/** The policy that decides whether to fetch an image. */
public enum PullPolicy {
  /** Every time, so that a moved tag is noticed. */
  ALWAYS,
  /** If it is missing. */
  MISSING,
  /** Never. */
  NEVER;

  /**
   * Parses a policy.
   *
   * @param text {@code always}, {@code missing} or {@code never}
   * @return the policy
   * @throws ApiException if the text is not a policy
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
              "Use always, missing or never.");
    };
  }
}
