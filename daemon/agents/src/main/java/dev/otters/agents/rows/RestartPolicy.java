package dev.otters.agents.rows;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policy that restarts an agent that ended by itself. It follows Docker's policies of the same
 * names.
 *
 * @param most the largest number of restarts in a row after failures; only {@link Kind#ON_FAILURE}
 *     has a limit
 */
public record RestartPolicy(Kind kind, int most) {
  /** The condition of a restart. */
  public enum Kind {
    /** Never. */
    NO,
    /** Never; the agent is removed when it stops. */
    REMOVE,
    /** After a failure. */
    ON_FAILURE,
    /**
     * After every end that was not requested, and at the start of the daemon even if it was
     * stopped.
     */
    ALWAYS,
    /** After every end that was not requested. */
    UNLESS_STOPPED
  }

  /** The default policy: five restarts after failures. */
  public static final RestartPolicy DEFAULT = new RestartPolicy(Kind.ON_FAILURE, 5);

  private static final Pattern ON_FAILURE = Pattern.compile("on-failure(?::(\\d{1,4}))?");

  /**
   * Parses a policy.
   *
   * @param text {@code no}, {@code on-failure}, {@code on-failure:N}, {@code unless-stopped},
   *     {@code always} or {@code remove}
   * @return the policy
   * @throws ApiException if the text is none of these
   */
  public static RestartPolicy parse(String text) {
    Matcher onFailure = ON_FAILURE.matcher(text);
    if (onFailure.matches()) {
      String limit = onFailure.group(1);
      return new RestartPolicy(
          Kind.ON_FAILURE, limit == null ? DEFAULT.most : Integer.parseInt(limit));
    }
    return switch (text) {
      case "no" -> new RestartPolicy(Kind.NO, 0);
      case "remove" -> new RestartPolicy(Kind.REMOVE, 0);
      case "always" -> new RestartPolicy(Kind.ALWAYS, 0);
      case "unless-stopped" -> new RestartPolicy(Kind.UNLESS_STOPPED, 0);
      default ->
          throw ApiException.of(
              ErrorCode.INVALID_REQUEST,
              "'" + text + "' is not a restart policy",
              "Use no, on-failure, on-failure:N, unless-stopped, always or remove.");
    };
  }

  /**
   * Returns whether to restart an agent that just ended.
   *
   * @param failed whether it ended other than with code 0
   * @param restarts the number of restarts in a row before
   * @return whether to restart it
   */
  public boolean restarts(boolean failed, int restarts) {
    return switch (kind) {
      case NO, REMOVE -> false;
      case ON_FAILURE -> failed && restarts < most;
      case ALWAYS, UNLESS_STOPPED -> true;
    };
  }

  /** Returns the policy in the syntax of {@link #parse}. */
  @Override
  public String toString() {
    return switch (kind) {
      case NO -> "no";
      case REMOVE -> "remove";
      case ON_FAILURE -> "on-failure:" + most;
      case ALWAYS -> "always";
      case UNLESS_STOPPED -> "unless-stopped";
    };
  }
}
