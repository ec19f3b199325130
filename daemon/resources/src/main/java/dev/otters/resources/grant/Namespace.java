package dev.otters.resources.grant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path to a branch of a tree of data, such as {@code app/user/u_123}. Each branch has one
 * spelling, so equal paths are equal texts, and no path is ever decoded.
 *
 * @param path 1 to 16 segments with a slash between two
 */
public record Namespace(String path) {
  /** The limit on segments. */
  public static final int MOST_SEGMENTS = 16;

  /** The limit on the characters of a segment. */
  public static final int LONGEST_SEGMENT = 128;

  private static final int SHOWN = 64;

  private static final String PLAIN = "A-Za-z0-9._~@|:+=-";
  private static final Pattern SEGMENT = Pattern.compile("(?:[" + PLAIN + "]|%[0-9A-F][0-9A-F])*");
  private static final Pattern PLAIN_CHARACTER = Pattern.compile("[" + PLAIN + "]");
  private static final Pattern BLANK = Pattern.compile("[\\p{Z}\\s]");

  /**
   * Checks the path.
   *
   * @throws IllegalArgumentException that names the rule
   */
  public Namespace {
    Optional<String> wrong = complaint(path);
    if (wrong.isPresent()) {
      throw new IllegalArgumentException(
          "the namespace '" + shown(path) + "' is invalid: it " + wrong.get());
    }
  }

  /** Returns what is wrong with a path, such as {@code must not be empty}; empty for nothing. */
  public static Optional<String> complaint(String path) {
    if (path.isEmpty()) {
      return Optional.of("must not be empty");
    }
    if (path.startsWith("/") || path.endsWith("/")) {
      return Optional.of("must not start or end with '/'");
    }
    if (path.length() > MOST_SEGMENTS * (LONGEST_SEGMENT + 1)) {
      return Optional.of(tooLong());
    }
    String[] segments = path.split("/", -1);
    if (segments.length > MOST_SEGMENTS) {
      return Optional.of("must have at most " + MOST_SEGMENTS + " segments");
    }
    for (String segment : segments) {
      Optional<String> wrong = complaintAboutSegment(segment);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> complaintAboutSegment(String segment) {
    if (segment.isEmpty()) {
      return Optional.of("must not have empty segments");
    }
    if (segment.equals(".") || segment.equals("..")) {
      return Optional.of("must not have the segments '.' and '..'");
    }
    if (segment.contains("*")) {
      return Optional.of("must not have wildcards");
    }
    if (BLANK.matcher(segment).find()) {
      return Optional.of("must not have blanks");
    }
    if (segment.length() > LONGEST_SEGMENT) {
      return Optional.of(tooLong());
    }
    if (!SEGMENT.matcher(segment).matches()) {
      return Optional.of(
          "must have only letters, digits, and . _ ~ @ | : + = -; write others as % and two"
              + " digits of 0-9 and A-F");
    }
    return encodesPlain(segment)
        ? Optional.of("must not encode letters, digits, or . _ ~ @ | : + = -")
        : Optional.empty();
  }

  private static String tooLong() {
    return "must have segments of at most " + LONGEST_SEGMENT + " characters";
  }

  /** Returns whether a segment writes a character in two ways, which would give it two names. */
  private static boolean encodesPlain(String segment) {
    for (int at = segment.indexOf('%'); at >= 0; at = segment.indexOf('%', at + 1)) {
      char decoded = (char) Integer.parseInt(segment.substring(at + 1, at + 3), 16);
      if (PLAIN_CHARACTER.matcher(String.valueOf(decoded)).matches()) {
        return true;
      }
    }
    return false;
  }

  private static String shown(String path) {
    String start = path.length() <= SHOWN ? path : path.substring(0, SHOWN) + "…";
    return start.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  /** Returns whether a path is this one or below it. */
  public boolean covers(Namespace other) {
    return other.path.equals(path) || other.path.startsWith(path + "/");
  }

  /** Returns the paths above this one, the topmost first; empty for a path of one segment. */
  public List<Namespace> ancestors() {
    List<Namespace> above = new ArrayList<>();
    for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      above.add(new Namespace(path.substring(0, at)));
    }
    return above;
  }

  @Override
  public String toString() {
    return path;
  }
}
