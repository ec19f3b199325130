package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.parser.Token.Form;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Gives the operands of one directive to its handler, in order.
 *
 * <p>After the first mistake in the syntax of a line every further read gives a missing token and
 * reports nothing, so that a handler reads all operands, checks them, and only then asks {@link
 * #ok}.
 */
final class Operands {
  private final Directive directive;
  private final Cursor cursor;
  private final Optional<Heredoc> heredoc;
  private final Problems problems;
  private boolean lost;
  private boolean ok = true;

  Operands(Directive directive, Cursor cursor, Optional<Heredoc> heredoc, Problems problems) {
    this.directive = directive;
    this.cursor = cursor;
    this.heredoc = heredoc;
    this.problems = problems;
  }

  /** Tells whether everything so far was valid. */
  boolean ok() {
    return ok;
  }

  Optional<Heredoc> heredoc() {
    return heredoc;
  }

  /** Tells whether operands are left; after a mistake there are none. */
  boolean hasMore() {
    return !lost && !cursor.atEnd();
  }

  /** Reads an operand that stands without quotes. */
  Token word(String what) {
    return word(what, "");
  }

  /** Reads a key, which ends before {@code =}, and before {@code !} where that may follow it. */
  Token key(String what, String stops) {
    return word(what, stops + "\"");
  }

  /** Reads an operand in either form. */
  Token wordOrQuoted(String what) {
    return !lost && cursor.sees('"') ? quoted() : word(what);
  }

  /** Reads a value: quoted, or bare up to the next blank; bare and empty at the end of the line. */
  Token value() {
    if (lost || cursor.sees('"')) {
      return lost ? missing() : quoted();
    }
    Token value = cursor.word("");
    if (value.text().indexOf('"') >= 0) {
      return lose(
          ProblemCode.WRONG_QUOTING,
          value.spot(),
          "a value that holds quotes or blanks stands in double quotes");
    }
    return value;
  }

  /** Reads a value as {@link #value} does; bare and empty it is refused as a likely mistake. */
  Token definedValue() {
    return refuseNothing(value());
  }

  /** Reads a value like {@link #definedValue} that follows without a blank between. */
  Token adjacentValue() {
    return refuseNothing(
        !lost && cursor.seesGap() ? new Token("", cursor.place(), Form.BARE) : value());
  }

  private Token refuseNothing(Token value) {
    return value.isPresent() && !value.isQuoted() && value.text().isEmpty()
        ? lose(
            ProblemCode.MISSING_VALUE,
            value.spot(),
            "a value is missing after =; an empty one is written \"\"")
        : value;
  }

  /** Reports that something is not there where the line has been read to. */
  Token need(String what) {
    return lost
        ? missing()
        : lose(ProblemCode.MISSING_OPERAND, cursor.spot(), directive + " needs " + what);
  }

  /** Skips a character that must come next. */
  void expect(char character, String message) {
    if (!lost && !cursor.take(character)) {
      lose(ProblemCode.MISSING_VALUE, cursor.spot(), message);
    }
  }

  /** Skips a character if it comes next. */
  boolean take(char character) {
    return !lost && cursor.take(character);
  }

  /** Reads a string that must stand in quotes. */
  Token string(String what) {
    if (lost || cursor.sees('"')) {
      return lost ? missing() : quoted();
    }
    return lose(
        ProblemCode.WRONG_QUOTING,
        cursor.spot(),
        directive + " needs " + what + " in double quotes here");
  }

  /** Tells whether the next operand stands without quotes. */
  boolean seesWord() {
    return hasMore() && !cursor.sees('"');
  }

  /** Reads the optional description; empty if none. */
  String description() {
    return !lost && cursor.sees('"') ? quoted().text() : "";
  }

  /** Reports operands that are left over. */
  void end() {
    if (!hasMore()) {
      return;
    }
    Token word = cursor.word("");
    String rest = word.text();
    lose(
        ProblemCode.UNEXPECTED_OPERAND,
        word.spot(),
        directive + " does not expect " + Quoted.of(rest) + " here" + hint(rest));
  }

  /** Reports the complaint about an operand, if there is one and the operand was there. */
  void check(ProblemCode code, Token token, Optional<String> complaint) {
    check(code, token, complaint, Optional::empty);
  }

  /** Reports the complaint about an operand with what was probably meant. */
  void check(
      ProblemCode code,
      Token token,
      Optional<String> complaint,
      Supplier<Optional<String>> suggestion) {
    if (token.isPresent() && complaint.isPresent()) {
      error(code, token, complaint.get(), List.of(), suggestion);
    }
  }

  /** Reports what is wrong with an operand. */
  void error(
      ProblemCode code,
      Token token,
      String complaint,
      List<String> allowed,
      Supplier<Optional<String>> suggestion) {
    ok = false;
    problems.error(
        code, token.spot(), directive + " " + token.shown() + " " + complaint, allowed, suggestion);
  }

  /** Reports a mistake in the syntax; the rest of the line is not read. */
  Token lose(ProblemCode code, Spot spot, String message) {
    return lose(code, spot, message, Optional::empty);
  }

  /** Reports a mistake in the syntax with what was probably meant. */
  Token lose(ProblemCode code, Spot spot, String message, Supplier<Optional<String>> suggestion) {
    if (!lost) {
      problems.error(code, spot, message, List.of(directive.usage()), suggestion);
    }
    lost = true;
    ok = false;
    return missing();
  }

  /** Returns the place of the next operand. */
  Spot spot() {
    return cursor.spot();
  }

  private Token word(String what, String stops) {
    if (lost) {
      return missing();
    }
    Spot spot = cursor.spot();
    if (cursor.atEnd()) {
      return lose(ProblemCode.MISSING_OPERAND, spot, directive + " needs " + what);
    }
    if (cursor.sees('"')) {
      return lose(
          ProblemCode.WRONG_QUOTING, spot, directive + " needs " + what + " here, without quotes");
    }
    Token word = cursor.word(stops);
    return word.text().isEmpty()
        ? lose(ProblemCode.MISSING_OPERAND, spot, directive + " needs " + what + " here")
        : word;
  }

  private Token quoted() {
    Optional<Token> token = cursor.quoted();
    if (token.isEmpty()) {
      lost = true;
      ok = false;
      return missing();
    }
    return token.get();
  }

  private Token missing() {
    return new Token("", Spot.FILE, Form.MISSING);
  }

  /** Says why people write more than a directive takes; empty when that is not clear. */
  private String hint(String word) {
    if (word.startsWith("#")) {
      return ": a comment stands on its own line";
    }
    if (word.equals("\\")) {
      return ": a line cannot be continued";
    }
    if (word.startsWith("'")) {
      return ": only double quotes quote";
    }
    return directive.takesText() && !word.startsWith("\"")
        ? ": text with blanks stands in double quotes"
        : "";
  }
}
