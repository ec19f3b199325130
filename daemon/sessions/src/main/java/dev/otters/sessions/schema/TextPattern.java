package dev.otters.sessions.schema;

import dev.otters.sessions.log.SessionException;
import java.util.Optional;

/** Searches texts for RE2 patterns, in time that is linear in both and has a limit. */
public final class TextPattern {
  /** The problem of a text that was not searched to its end. */
  public static final String TOO_LONG = "it takes too many steps to search";

  private TextPattern() {}

  /**
   * Checks a pattern before it is stored.
   *
   * @throws SessionException with {@code INVALID} if it is invalid, too large, or not regular
   */
  public static void check(String pattern) {
    try {
      LinearPatterns.check(pattern);
    } catch (IllegalArgumentException e) {
      throw SessionException.invalid(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Searches a text for a pattern.
   *
   * @return why the text does not match; empty if it does
   */
  public static Optional<String> problem(String pattern, String text) {
    try {
      return new LinearPatterns().getRegularExpression(pattern).matches(text)
          ? Optional.empty()
          : Optional.of("it does not match the pattern");
    } catch (LinearPatterns.TooLong _) {
      return Optional.of(TOO_LONG);
    }
  }
}
