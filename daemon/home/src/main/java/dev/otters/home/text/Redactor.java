package dev.otters.home.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hides secret values in texts, also where they are written in JSON, and in JSON within JSON, as
 * the arguments of calls in a request, in base64 and in URLs. A value of fewer than 8 characters is
 * not hidden, since it also occurs in harmless texts. Each long line of a value is hidden too,
 * since logs and tools show single lines. Where an output was cut, a value can be cut too: there, a
 * part of 4 characters is hidden.
 */
public final class Redactor {
  /** The text in the place of a secret. */
  public static final String HIDDEN = "(secret)";

  /** The fewest characters of a value that is hidden. */
  public static final int SHORTEST = 8;

  private static final int SHORTEST_PART = 4;

  private static final int SHORTEST_LINE = 16;

  /** The arguments of a call, in a line that is to be summarized, in the body of a request. */
  private static final int NESTED = 3;

  /** The end of a line, also in JSON. */
  private static final String LINE_END = "(?:\\n|\\\\{1,8}n)";

  private static final String CUT_WORDS = " left out";

  /**
   * The note of a runtime, or of a conversation without room, in the place of what was left out.
   */
  private static final Pattern CUT =
      Pattern.compile(
          LINE_END + "\\[… \\d{1,19} (?:bytes|characters)" + CUT_WORDS + ".{0,1000}?…]" + LINE_END);

  private final List<String> secrets;

  private final Sieve sieve;

  private final WrappedSecrets wrapped;

  /** Creates a redactor of these values. */
  public Redactor(Collection<String> secrets) {
    this.secrets =
        secrets.stream()
            .map(String::strip)
            .filter(secret -> secret.length() >= SHORTEST)
            .flatMap(Redactor::forms)
            .flatMap(secret -> Stream.iterate(secret, Redactor::inJson).limit(1 + NESTED))
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    this.sieve = new Sieve(this.secrets);
    this.wrapped = new WrappedSecrets(this.secrets, sieve);
  }

  private static Stream<String> forms(String secret) {
    return Stream.concat(
        Stream.concat(Stream.of(secret), lines(secret)), Encodings.of(secret).stream());
  }

  private static Stream<String> lines(String secret) {
    return secret.lines().map(String::strip).filter(line -> line.length() >= SHORTEST_LINE);
  }

  /** Returns a value as it stands in a JSON string. */
  private static String inJson(String secret) {
    return secret
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", "\\r")
        .replace("\t", "\\t");
  }

  /** Returns the text with {@link #HIDDEN} in the place of each value. */
  public String redact(String text) {
    return redactWhole(withoutParts(text));
  }

  /** Hides the values, but not their parts where an output was cut. */
  String redactWhole(String text) {
    String clean = text;
    if (sieve.anyIn(text)) {
      for (String secret : secrets) {
        clean = clean.replace(secret, HIDDEN);
      }
    }
    return wrapped.redact(clean);
  }

  /** Hides the values in a piece of a line, and their parts where the line was cut. */
  public String redactPiece(String piece, boolean cutBefore, boolean cutAfter) {
    int start = cutBefore ? partAfter(piece, 0) : 0;
    int end = piece.length() - (cutAfter ? partBefore(piece, start, piece.length()) : 0);
    return (start > 0 ? HIDDEN : "")
        + redact(piece.substring(start, end))
        + (end < piece.length() ? HIDDEN : "");
  }

  private String withoutParts(String text) {
    if (!text.contains(CUT_WORDS)) {
      return text;
    }
    Matcher cut = CUT.matcher(text);
    StringBuilder clean = new StringBuilder();
    int done = 0;
    while (cut.find(done)) {
      int end = cut.start() - partBefore(text, done, cut.start());
      clean.append(text, done, end).append(end < cut.start() ? HIDDEN : "").append(cut.group());
      done = cut.end() + partAfter(text, cut.end());
      clean.append(done > cut.end() ? HIDDEN : "");
    }
    return clean.append(text, done, text.length()).toString();
  }

  /** Returns the length of the longest beginning of a secret between two places of a text. */
  private int partBefore(String text, int from, int end) {
    int longest = 0;
    for (String secret : secrets) {
      int length = Math.min(secret.length(), end - from);
      while (length >= SHORTEST_PART && !text.regionMatches(end - length, secret, 0, length)) {
        length--;
      }
      longest = Math.max(longest, length < SHORTEST_PART ? 0 : length);
    }
    return longest;
  }

  /** Returns the length of the longest end of a secret at a place of a text. */
  private int partAfter(String text, int start) {
    int longest = 0;
    for (String secret : secrets) {
      int length = secret.length();
      while (length >= SHORTEST_PART
          && !text.regionMatches(start, secret, secret.length() - length, length)) {
        length--;
      }
      longest = Math.max(longest, length < SHORTEST_PART ? 0 : length);
    }
    return longest;
  }
}
