package dev.otters.cli.console;

/** The widths of characters in columns of a terminal. */
final class Columns {
  /** The first and last code points of all wide ranges, in order. */
  private static final int[] WIDE = {
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3,
    0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x26A1, 0x26A1, 0x2705, 0x2705, 0x2728, 0x2728,
    0x274C, 0x274C, 0x2753, 0x2757, 0x2795, 0x2797, 0x2B50, 0x2B50, 0x2E80, 0x303E, 0x3041, 0x33FF,
    0x3400, 0x4DBF, 0x4E00, 0x9FFF, 0xA000, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF,
    0xFE30, 0xFE6F, 0xFF00, 0xFF60, 0xFFE0, 0xFFE6, 0x1F000, 0x1F02F, 0x1F0CF, 0x1F0CF, 0x1F18E,
    0x1F18E, 0x1F191, 0x1F19A, 0x1F200, 0x1F2FF, 0x1F300, 0x1F64F, 0x1F680, 0x1F6FF, 0x1F7E0,
    0x1F7EB, 0x1F900, 0x1FAFF, 0x20000, 0x3FFFD
  };

  private Columns() {}

  /** Returns 0 for combining characters, 2 for wide ones, otherwise 1. */
  static int of(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
      default -> isWide(codePoint) ? 2 : 1;
    };
  }

  /** Returns how many columns a text takes. */
  static int of(String text) {
    return text.codePoints().map(Columns::of).sum();
  }

  /** Returns the longest beginning of a text that fits into some columns. */
  static String first(String text, int columns) {
    int end = 0;
    for (int used = 0; end < text.length(); end = text.offsetByCodePoints(end, 1)) {
      used += of(text.codePointAt(end));
      if (used > columns) {
        break;
      }
    }
    return text.substring(0, end);
  }

  /** Returns the longest end of a text that fits into some columns. */
  static String last(String text, int columns) {
    int start = text.length();
    for (int used = 0; start > 0; start = text.offsetByCodePoints(start, -1)) {
      used += of(text.codePointBefore(start));
      if (used > columns) {
        break;
      }
    }
    return text.substring(start);
  }

  /**
   * Returns a line of marks for some characters of the line above it.
   *
   * @param before the number of code points before the mark
   * @param length the number of marked code points; at least one is marked
   */
  static String mark(String line, int before, int length) {
    int[] characters = line.codePoints().toArray();
    int start = Math.min(before, characters.length);
    int end = Math.min(start + length, characters.length);
    StringBuilder mark = new StringBuilder();
    for (int i = 0; i < start; i++) {
      mark.append(characters[i] == '\t' ? "\t" : " ".repeat(of(characters[i])));
    }
    mark.append('^');
    int marked = 0;
    for (int i = start; i < end && characters[i] != '\t'; i++) {
      marked += of(characters[i]);
    }
    return mark.repeat('~', Math.max(0, marked - 1)).toString();
  }

  private static boolean isWide(int codePoint) {
    for (int i = 0; i < WIDE.length && WIDE[i] <= codePoint; i += 2) {
      if (codePoint <= WIDE[i + 1]) {
        return true;
      }
    }
    return false;
  }
}
