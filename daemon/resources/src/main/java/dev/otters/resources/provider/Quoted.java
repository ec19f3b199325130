package dev.otters.resources.provider;

import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Quotes foreign texts for models. */
public final class Quoted {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The line ends that JSON does not escape. */
  private static final Pattern OTHER_LINE_ENDS = Pattern.compile("[\\u0085\\u2028\\u2029]");

  private Quoted() {}

  /**
   * Returns a text as a JSON string in one line, so that no part of it looks like anything else.
   */
  public static String of(String text) {
    return OTHER_LINE_ENDS
        .matcher(JSON.writeValueAsString(text))
        .replaceAll(end -> "\\\\u%04x".formatted((int) end.group().charAt(0)));
  }
}
