package dev.otters.sessions.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/**
 * Compiles the patterns of one schema for one check. A match takes time that is linear in the text
 * and in the pattern, and all matches together have a limit.
 */
final class LinearPatterns implements RegularExpressionFactory {
  private static final int MAX_LENGTH = 1000;
  private static final long MAX_SIZE = 2000;

  /** The limit on characters times instructions of all matches; about a second. */
  private static final long MAX_STEPS = 100_000_000;

  /** An escaped character, a class, a group's ends, a count, or another character. */
  private static final java.util.regex.Pattern PARTS =
      java.util.regex.Pattern.compile(
          "\\\\.|\\[\\^?\\]?(?:\\\\.|[^\\]\\\\])*+\\]|\\{(\\d{1,9})(?:,(\\d{0,9}))?\\}|.",
          java.util.regex.Pattern.DOTALL);

  private long steps;

  /** The check of an answer takes too long. */
  static final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public RegularExpression getRegularExpression(String regex) {
    Pattern pattern = compile(regex);
    int size = pattern.programSize();
    return text -> {
      steps += (long) size * (text.length() + 1);
      if (steps > MAX_STEPS) {
        throw new TooLong();
      }
      return pattern.matcher(text).find();
    };
  }

  /**
   * Checks that a pattern can be used.
   *
   * @throws IllegalArgumentException if it is invalid, too large, or not regular
   */
  static void check(String regex) {
    Pattern unused = compile(regex);
  }

  private static Pattern compile(String regex) {
    if (regex.length() > MAX_LENGTH || size(regex) > MAX_SIZE) {
      throw refused(regex, "it is too large");
    }
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw refused(regex, e.getDescription());
    }
  }

  private static IllegalArgumentException refused(String regex, String why) {
    String shown = regex.length() > 60 ? regex.substring(0, 60) + "…" : regex;
    return new IllegalArgumentException(
        "the pattern " + Problems.oneLine(shown) + " cannot be used: " + why);
  }

  /** Returns about how many characters a pattern has with all its counts written out. */
  private static long size(String regex) {
    Deque<Long> groups = new ArrayDeque<>();
    long size = 0;
    long last = 0;
    Matcher part = PARTS.matcher(regex);
    while (part.find() && size <= MAX_SIZE) {
      switch (regex.charAt(part.start())) {
        case '(' -> {
          groups.push(size);
          size = 0;
          last = 0;
        }
        case ')' -> {
          last = size + 1;
          size = last + (groups.isEmpty() ? 0 : groups.pop());
        }
        default -> {
          last = part.group(1) == null ? 1 : last * count(part);
          size += last;
        }
      }
    }
    return size;
  }

  private static long count(MatchResult part) {
    String most = part.group(2);
    return Long.parseLong(most == null || most.isEmpty() ? part.group(1) : most);
  }
}
