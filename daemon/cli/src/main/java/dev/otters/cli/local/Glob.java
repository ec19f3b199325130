package dev.otters.cli.local;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A pattern of {@link IgnoreRules}. It matches all alternatives at once and reads each character of
 * a path once, so that no pattern is slow.
 */
final class Glob {
  private final List<Part> parts;

  /** A part of a pattern. */
  private sealed interface Part {
    /** One character. */
    record One(IntPredicate fits) implements Part {}

    /** Any number of characters within a segment. */
    record Within() implements Part {}

    /** Any number of characters. */
    record Any() implements Part {}

    /** Any number of segments, with their slashes. */
    record Segments() implements Part {}
  }

  private Glob(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  static Glob parse(String text) {
    int[] glob = text.codePoints().toArray();
    List<Part> parts = new ArrayList<>();
    int i = 0;
    while (i < glob.length) {
      int end = glob[i] == '[' ? setEnd(glob, i) : -1;
      if (text(glob, i, 3).equals("**/")) {
        parts.add(new Part.Segments());
        i += 3;
      } else if (text(glob, i, 2).equals("**")) {
        parts.add(new Part.Any());
        i += 2;
      } else if (end > i) {
        parts.add(new Part.One(set(Arrays.copyOfRange(glob, i + 1, end))));
        i = end + 1;
      } else if (glob[i] == '\\' && i + 1 < glob.length) {
        parts.add(literal(glob[i + 1]));
        i += 2;
      } else {
        parts.add(one(glob[i]));
        i++;
      }
    }
    return new Glob(parts);
  }

  /** Returns whether a path, or a folder above it, matches. */
  boolean fits(String path) {
    BitSet reached = new BitSet();
    BitSet within = new BitSet();
    enter(0, reached);
    for (int c : path.codePoints().toArray()) {
      if (c == '/' && reached.get(parts.size())) {
        return true;
      }
      if (reached.isEmpty() && within.isEmpty()) {
        return false;
      }
      reached = after(c, reached, within);
    }
    return reached.get(parts.size());
  }

  /** Adds a part, and the next one if the part may be empty. */
  private void enter(int part, BitSet reached) {
    for (int i = part; !reached.get(i); i++) {
      reached.set(i);
      if (i == parts.size() || parts.get(i) instanceof Part.One) {
        return;
      }
    }
  }

  /**
   * Returns the parts that can match the character after this one.
   *
   * @param within the segments that have begun; they may end only after a slash
   */
  private BitSet after(int c, BitSet reached, BitSet within) {
    BitSet next = new BitSet();
    for (int i = 0; i < parts.size(); i++) {
      if (reached.get(i)) {
        switch (parts.get(i)) {
          case Part.One(IntPredicate fits) when fits.test(c) -> enter(i + 1, next);
          case Part.One _ -> {}
          case Part.Within() when c != '/' -> enter(i, next);
          case Part.Within() -> {}
          case Part.Any() -> enter(i, next);
          case Part.Segments() -> within.set(i);
        }
      }
      if (within.get(i) && c == '/') {
        enter(i + 1, next);
      }
    }
    return next;
  }

  private static Part one(int c) {
    return switch (c) {
      case '*' -> new Part.Within();
      case '?' -> new Part.One(other -> other != '/');
      default -> literal(c);
    };
  }

  private static Part literal(int c) {
    return new Part.One(other -> other == c);
  }

  /** Returns the end of the character set that starts here, or -1. */
  private static int setEnd(int[] glob, int start) {
    for (int i = start + 2; i < glob.length; i++) {
      if (glob[i] == ']') {
        return i;
      }
    }
    return -1;
  }

  private static IntPredicate set(int[] characters) {
    boolean without = characters[0] == '^' || characters[0] == '!';
    IntPredicate listed = c -> false;
    int i = without ? 1 : 0;
    while (i < characters.length) {
      boolean range = i + 2 < characters.length && characters[i + 1] == '-';
      int first = characters[i];
      int last = range ? characters[i + 2] : first;
      listed = listed.or(c -> c >= first && c <= last);
      i += range ? 3 : 1;
    }
    IntPredicate all = listed;
    return c -> c != '/' && all.test(c) != without;
  }

  private static String text(int[] glob, int start, int length) {
    return new String(glob, start, Math.min(length, glob.length - start));
  }
}
