package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.parser.Token.Form;
import java.util.Optional;

/** Splits one line into words and quoted strings, from left to right. */
final class Cursor {
  private final ExpandedLine line;
  private final Problems problems;
  private int next;

  Cursor(ExpandedLine line, Problems problems) {
    this.line = line;
    this.problems = problems;
  }

  /** Tells whether a character separates words. */
  static boolean isBlank(char character) {
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
  }

  /** Skips blanks and returns the place of the next character. */
  Spot spot() {
    skipBlanks();
    return line.spot(next);
  }

  /** Returns the place of the next character, which may be a blank. */
  Spot place() {
    return line.spot(next);
  }

  boolean atEnd() {
    skipBlanks();
    return next == line.length();
  }

  /** Tells whether this character is the next one after blanks. */
  boolean sees(char character) {
    skipBlanks();
    return line.isSyntax(next, character);
  }

  /** Tells whether a blank or the end of the line follows. */
  boolean seesGap() {
    return next == line.length() || isSeparator(next);
  }

  /** Skips the character if it is next. Returns whether it was. */
  boolean take(char character) {
    boolean there = sees(character);
    next += there ? 1 : 0;
    return there;
  }

  /** Reads up to a blank or one of the stop characters; may be empty. */
  Token word(String stops) {
    skipBlanks();
    int start = next;
    while (next < line.length() && !isSeparator(next) && stops.indexOf(line.at(next)) < 0) {
      next++;
    }
    return new Token(line.text(start, next), line.span(start, next), Form.BARE);
  }

  /** Reads a string in double quotes, which must be next; empty after a reported problem. */
  Optional<Token> quoted() {
    Spot start = spot();
    int opening = next;
    next++;
    var text = new StringBuilder();
    while (next < line.length() && !line.isSyntax(next, '"')) {
      if (line.isSyntax(next, '\\')) {
        if (!escape(text)) {
          return Optional.empty();
        }
      } else {
        text.append(line.at(next));
        next++;
      }
    }
    if (next == line.length()) {
      problems.error(
          ProblemCode.UNCLOSED_QUOTE,
          start,
          "unterminated string: close it with \" on the same line");
      return Optional.empty();
    }
    next++;
    return Optional.of(new Token(text.toString(), line.span(opening, next), Form.QUOTED));
  }

  private boolean escape(StringBuilder text) {
    int start = next;
    var escape = Escape.read(line, start);
    if (escape.isEmpty()) {
      String shown = line.text(start, line.codePointEnd(start + 1));
      problems.error(
          ProblemCode.UNKNOWN_ESCAPE,
          line.spot(start),
          "unknown escape " + Quoted.of(shown),
          Escape.ALLOWED);
      return false;
    }
    text.appendCodePoint(escape.get().codePoint());
    next = escape.get().end();
    return true;
  }

  private void skipBlanks() {
    while (next < line.length() && isSeparator(next)) {
      next++;
    }
  }

  private boolean isSeparator(int index) {
    return isBlank(line.at(index)) && !line.isLiteral(index);
  }
}
