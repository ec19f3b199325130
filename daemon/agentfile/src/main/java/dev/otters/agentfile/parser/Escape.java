package dev.otters.agentfile.parser;

import java.util.List;
import java.util.Optional;

/**
 * An escape of a quoted string: one of Go's, as in upstream files, or JSON's {@code \/}.
 *
 * @param end the index after the escape
 */
record Escape(int codePoint, int end) {
  /** All escapes, for messages. */
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

  /** Reads the escape that starts at the index; empty if it is unknown. */
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

  /** Joins the two escapes of a surrogate pair, as in JSON; empty for half a pair. */
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
