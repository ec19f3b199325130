package dev.otters.models.provider.local.prompt;

/**
 * Decodes a JSON string that arrives in pieces, starting after its opening quote. An incomplete
 * escape or character waits for the next piece. Half a surrogate pair becomes U+FFFD.
 */
final class JsonText {
  private static final int HEX = 16;
  private static final int HEX_DIGITS = 4;
  private static final char ALONE = '\uFFFD';

  private final StringBuilder escape = new StringBuilder();
  private char high;
  private boolean ended;

  /** Returns whether the closing quote was read. The text after it is ignored. */
  boolean ended() {
    return ended;
  }

  /** Returns the text that a piece completes. */
  String decode(String piece) {
    StringBuilder out = new StringBuilder();
    for (int at = 0; at < piece.length() && !ended; at++) {
      take(piece.charAt(at), out);
    }
    return out.toString();
  }

  private void take(char next, StringBuilder out) {
    if (!escape.isEmpty()) {
      escape.append(next);
      unescape(out);
    } else if (next == '\\') {
      escape.append(next);
    } else if (next == '"') {
      ended = true;
      flush(out);
    } else {
      add(next, out);
    }
  }

  private void unescape(StringBuilder out) {
    char kind = escape.charAt(1);
    if (kind != 'u') {
      add(plain(kind), out);
    } else if (escape.length() == 2 + HEX_DIGITS) {
      add(unicode(escape.substring(2)), out);
    } else {
      return;
    }
    escape.setLength(0);
  }

  private static char plain(char kind) {
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> kind;
    };
  }

  private static char unicode(String digits) {
    try {
      return (char) Integer.parseInt(digits, HEX);
    } catch (NumberFormatException e) {
      return ALONE;
    }
  }

  private void add(char next, StringBuilder out) {
    if (Character.isHighSurrogate(next)) {
      flush(out);
      high = next;
    } else if (Character.isLowSurrogate(next)) {
      if (high == 0) {
        out.append(ALONE);
      } else {
        out.append(high).append(next);
        high = 0;
      }
    } else {
      flush(out);
      out.append(next);
    }
  }

  private void flush(StringBuilder out) {
    if (high != 0) {
      out.append(ALONE);
      high = 0;
    }
  }
}
