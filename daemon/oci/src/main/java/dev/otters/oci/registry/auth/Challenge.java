package dev.otters.oci.registry.auth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One authentication challenge of a {@code WWW-Authenticate} header.
 *
 * @param scheme lower-case, such as {@code bearer}
 * @param parameters by lower-case name
 */
record Challenge(String scheme, Map<String, String> parameters) {
  private static final int LONGEST = 8192;
  private static final Pattern TOKEN =
      Pattern.compile(
          "[\\s,]*+([A-Za-z0-9!#$%&'*+.^_`|~-]++)"
              + "(?:\\s*+=\\s*+(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,\"]++)))?");

  /** Parses the challenges of all headers, up to the first that is malformed. */
  static List<Challenge> parse(List<String> headers) {
    List<Challenge> challenges = new ArrayList<>();
    for (String header : headers) {
      if (header.length() <= LONGEST) {
        parse(header, challenges);
      }
    }
    return challenges;
  }

  private static void parse(String header, List<Challenge> challenges) {
    Matcher next = TOKEN.matcher(header);
    for (int at = 0; next.region(at, header.length()).lookingAt(); at = next.end()) {
      String name = next.group(1).toLowerCase(Locale.ROOT);
      String quoted = next.group(2);
      String value = quoted == null ? next.group(3) : quoted.replaceAll("\\\\(.)", "$1");
      if (value == null) {
        challenges.add(new Challenge(name, new LinkedHashMap<>()));
      } else if (!challenges.isEmpty()) {
        challenges.getLast().parameters.putIfAbsent(name, value);
      }
    }
  }
}
