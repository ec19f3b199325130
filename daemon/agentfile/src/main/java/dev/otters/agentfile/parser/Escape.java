package dev.otters.agentfile.parser;

import java.util.List;
import java.util.Optional;

/**
 * Holds one escape of a quoted string: those of Go, which upstream reads, and {@code \/} of JSON.
 *
 * @param end the index after the escape
 */
record Escape(int codePoint, int end) {
  /** The escapes, for messages. */
  static final List<String> ALLOWED =
      List.of(
          "\\\"",
          "\\\\",
          "\\/",
          "\\a",
          "\\b",
          "\\f",
          "\\n",
          "\\r",
          "\\t",
          "\\v",
          "\\123",
          "\\x7e",
          "\\u00e9",
          "\\U0001f9a6");

  private static final String NAMES = "\"\\/abfnrtv";
  private static final String VALUES = "\"\\/\u0007\b\f\n\r\t\u000B";

  /** Reads the escape whose backslash stands at the index; empty when there is none like it. */
  static Optional<Escape> read(ExpandedLine line, int start) {
    if (start + 1 >= line.length()) {
      return Optional.empty();
    }
    char kind = line.at(start + 1);
    int simple = NAMES.indexOf(kind);
    if (simple >= 0) {
      return Optional.of(new Escape(VALUES.charAt(simple), start + 2));
    }
    return switch (kind) {
      case 'x' -> number(line, start + 2, 2, 16).filter(it -> it.codePoint < 0x80);
      case 'u' -> number(line, start + 2, 4, 16).flatMap(it -> it.joined(line));
      case 'U' -> number(line, start + 2, 8, 16).filter(it -> !it.isSurrogate());
      case '0', '1', '2', '3', '4', '5', '6', '7' ->
          number(line, start + 1, 3, 8).filter(it -> it.codePoint < 0x80);
      default -> Optional.empty();
    };
  }

  private static Optional<Escape> number(ExpandedLine line, int start, int digits, int radix) {
    if (start + digits > line.length()) {
      return Optional.empty();
    }
    long value = 0;
    for (int i = start; i < start + digits; i++) {
      int digit = line.at(i) < 0x80 ? Character.digit(line.at(i), radix) : -1;
      if (digit < 0) {
        return Optional.empty();
      }
      value = value * radix + digit;
    }
    boolean valid = value > 0 && value <= Character.MAX_CODE_POINT;
    return valid ? Optional.of(new Escape((int) value, start + digits)) : Optional.empty();
  }

  /** Joins the two escapes of a surrogate pair, as JSON writes them; half a pair is refused. */
  private Optional<Escape> joined(ExpandedLine line) {
    if (!isSurrogate()) {
      return Optional.of(this);
    }
    if (!line.isSyntax(end, '\\') || !line.isSyntax(end + 1, 'u')) {
      return Optional.empty();
    }
    return number(line, end + 2, 4, 16)
        .filter(low -> Character.isSurrogatePair((char) codePoint, (char) low.codePoint))
        .map(
            low ->
                new Escape(Character.toCodePoint((char) codePoint, (char) low.codePoint), low.end));
  }

  private boolean isSurrogate() {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
