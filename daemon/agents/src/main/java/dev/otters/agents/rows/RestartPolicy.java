package dev.otters.agents.rows;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether an agent that ended by itself is started again, as Docker's policies of the same
 * names do.
 *
 * @param kind when to start again
 * @param most how often in a row a failed agent is started again; only {@link Kind#ON_FAILURE} has
 *     a limit
 */
public record RestartPolicy(Kind kind, int most) {
  /** Says when to start again. */
  public enum Kind {
    /** Never. */
    NO,
    /** After a failure. */
    ON_FAILURE,
    /**
     * After every end that the operator did not ask for; also at the daemon's start when it was
     * stopped.
     */
    ALWAYS,
    /** After every end that the operator did not ask for. */
    UNLESS_STOPPED
  }

  /** Is the policy of an agent for which none was chosen: five tries after a failure. */
  public static final RestartPolicy DEFAULT = new RestartPolicy(Kind.ON_FAILURE, 5);

  private static final Pattern ON_FAILURE = Pattern.compile("on-failure(?::(\\d{1,4}))?");

  /**
   * Reads a policy as the operator writes it.
   *
   * @param text {@code no}, {@code on-failure}, {@code on-failure:N}, {@code unless-stopped} or
   *     {@code always}
   * @return the policy
   * @throws ApiException when it is something else
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
      case "always" -> new RestartPolicy(Kind.ALWAYS, 0);
      case "unless-stopped" -> new RestartPolicy(Kind.UNLESS_STOPPED, 0);
      default ->
          throw ApiException.of(
              ErrorCode.INVALID_REQUEST,
              "'" + text + "' is not a restart policy",
              "use no, on-failure, on-failure:N, unless-stopped or always");
    };
  }

  /**
   * Decides about an agent that has just ended.
   *
   * @param failed whether it ended in another way than with code 0
   * @param restarts how often in a row it was started again before
   * @return whether to start it again
   */
  public boolean restarts(boolean failed, int restarts) {
    return switch (kind) {
      case NO -> false;
      case ON_FAILURE -> failed && restarts < most;
      case ALWAYS, UNLESS_STOPPED -> true;
    };
  }

  /** Returns the policy as the operator writes it. */
  @Override
  public String toString() {
    return switch (kind) {
      case NO -> "no";
      case ON_FAILURE -> "on-failure:" + most;
      case ALWAYS -> "always";
      case UNLESS_STOPPED -> "unless-stopped";
    };
  }
}
