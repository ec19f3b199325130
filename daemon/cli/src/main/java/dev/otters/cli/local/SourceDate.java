package dev.otters.cli.local;

import dev.otters.cli.command.UsageException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads SOURCE_DATE_EPOCH, the timestamp of reproducible builds. */
public final class SourceDate {
  private static final String KEY = "SOURCE_DATE_EPOCH";
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}|[1-3][0-9]{9}");

  private SourceDate() {}

  /**
   * Returns seconds since 1970; empty when the variable is unset or empty.
   *
   * @throws UsageException when it is not a number
   */
  public static Optional<String> of(Map<String, String> variables) {
    String text = variables.getOrDefault(KEY, "");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!SECONDS.matcher(text).matches()) {
      throw UsageException.of(
          KEY + " is '" + text + "': expected a number of seconds since 1970", null);
    }
    return Optional.of(text);
  }
}
