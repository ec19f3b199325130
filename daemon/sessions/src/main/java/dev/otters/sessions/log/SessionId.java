package dev.otters.sessions.log;

import java.util.regex.Pattern;

/**
 * The name of a session of one agent. The part before the first colon records only where the
 * session came from.
 *
 * @param value 1 to 128 of the characters {@code A-Za-z0-9._:-}, but not {@code .} or {@code ..},
 *     which have a meaning in paths
 */
public record SessionId(String value) {
  private static final Pattern FORM = Pattern.compile("(?![.]{1,2}$)[A-Za-z0-9._:-]{1,128}");

  /** Checks the form; throws a {@link SessionException} with {@code INVALID} if it is wrong. */
  public SessionId {
    if (!FORM.matcher(value).matches()) {
      throw SessionException.invalid(
          "a session id or name has 1 to 128 letters, digits, dots, underscores, colons or dashes,"
              + " and is not '.' or '..'");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
