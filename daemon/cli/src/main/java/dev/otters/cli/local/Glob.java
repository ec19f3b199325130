package dev.otters.cli.local;

import java.util.ArrayList;
import java.util.Arrays;
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
    UserPaths places = new UserPaths();
    places.enter(0);
    for (int c : path.codePoints().toArray()) {
      if (places.atEnd && c == '/') {
        return true;
      }
      if (places.count == 0) {
        return false;
      }
      places = places.after(c);
    }
    return places.atEnd;
  }

  /** The positions in the pattern that a path may have reached. */
  private final class UserPaths {
    private final int[] at = new int[parts.size()];
    private final boolean[] entered = new boolean[parts.size()];
    private final boolean[] walked = new boolean[parts.size()];
    private int count;
    private boolean atEnd;

    /** Adds a part, and the next one if the part may be empty. */
    void enter(int part) {
      int i = part;
      while (i < parts.size() && !entered[i]) {
        entered[i] = true;
        if (!walked[i]) {
          at[count++] = i;
        }
        if (parts.get(i) instanceof Part.One) {
          return;
        }
        i++;
      }
      atEnd |= i == parts.size();
    }

    UserPaths after(int c) {
      UserPaths next = new UserPaths();
      for (int i = 0; i < count; i++) {
        int here = at[i];
        switch (parts.get(here)) {
          case Part.One(IntPredicate fits) when fits.test(c) -> next.enter(here + 1);
          case Part.One _ -> {}
          case Part.Within() when c != '/' -> next.enter(here);
          case Part.Within() -> {}
          case Part.Any() -> next.enter(here);
          case Part.Segments() -> next.walk(here, c);
        }
      }
      return next;
    }

    /** Stays within the segments, which may end only after a slash. */
    private void walk(int part, int c) {
      if (!walked[part] && !entered[part]) {
        at[count++] = part;
      }
      walked[part] = true;
      if (c == '/') {
        enter(part + 1);
      }
    }
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
