package dev.otters.home.text;

import java.util.List;

/**
 * Hides secrets that are broken into lines, as programs print base64.
 *
 * @param sieve tells whether a text has any of them
 */
record WrappedSecrets(List<String> secrets, Sieve sieve) {
  /** Shorter secrets would be found across the ends of harmless lines. */
  private static final int SHORTEST = 10;

  /** Returns the text with {@link Redactor#HIDDEN} in the place of each value with line breaks. */
  String redact(String text) {
    if (secrets.isEmpty() || (text.indexOf('\n') < 0 && !text.contains("\\n"))) {
      return text;
    }
    StringBuilder joined = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at = afterBreak(text, at)) {
      if (!isBreak(text, at)) {
        joined.append(text.charAt(at));
      }
    }
    return joined.length() < text.length() && sieve.anyIn(joined.toString())
        ? hidden(text, joined.toString(), places(text))
        : text;
  }

  /** Returns the places of the characters that stay when the ends of lines are left out. */
  private static int[] places(String text) {
    int[] places = new int[text.length()];
    int kept = 0;
    for (int at = 0; at < text.length(); at = afterBreak(text, at)) {
      if (!isBreak(text, at)) {
        places[kept++] = at;
      }
    }
    return places;
  }

  private String hidden(String text, String joined, int[] places) {
    int[] ends = new int[text.length()];
    boolean any = false;
    for (String secret : secrets) {
      if (secret.length() < SHORTEST) {
        continue;
      }
      for (int at = joined.indexOf(secret); at >= 0; at = joined.indexOf(secret, at + 1)) {
        int begin = places[at];
        ends[begin] = Math.max(ends[begin], places[at + secret.length() - 1] + 1);
        any = true;
      }
    }
    return any ? hidden(text, ends) : text;
  }

  private static String hidden(String text, int[] ends) {
    StringBuilder clean = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (ends[at] == 0) {
        clean.append(text.charAt(at++));
        continue;
      }
      int end = ends[at];
      while (at < end) {
        end = Math.max(end, ends[at++]);
      }
      clean.append(Redactor.HIDDEN);
    }
    return clean.toString();
  }

  /** Returns whether a line ends here, also in JSON. */
  private static boolean isBreak(String text, int at) {
    char letter = text.charAt(at);
    return letter == '\n' || letter == '\r' || (letter == '\\' && escaped(text, at) > at);
  }

  private static int afterBreak(String text, int at) {
    int escaped = text.charAt(at) == '\\' ? escaped(text, at) : at;
    return escaped > at ? escaped : at + 1;
  }

  /** Returns the place after an escaped end of a line; the same place if there is none. */
  private static int escaped(String text, int at) {
    int end = at;
    while (end < text.length() && end - at < 8 && text.charAt(end) == '\\') {
      end++;
    }
    boolean ends = end < text.length() && (text.charAt(end) == 'n' || text.charAt(end) == 'r');
    return ends ? end + 1 : at;
  }
}
