package dev.otters.agentfile.parser;

import dev.otters.agentfile.Names;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import dev.otters.agentfile.parser.Token.Form;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The operands of one directive, read in order by its handler.
 *
 * <p>After the first syntax error of a line, every read returns a missing token and reports
 * nothing. A handler can therefore read and check all operands before it calls {@link #ok}.
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

  /** Tells whether all operands so far are valid. */
  boolean ok() {
    return ok;
  }

  Optional<Heredoc> heredoc() {
    return heredoc;
  }

  /** Tells whether operands are left; false after a syntax error. */
  boolean hasMore() {
    return !lost && !cursor.atEnd();
  }

  /** Reads an operand without quotes. */
  Token word(String what) {
    return word(what, "");
  }

  /** Reads a name that may become a file name. */
  Token name() {
    Token name = word("a name");
    check(ProblemCode.INVALID_NAME, name, Names.complaintAbout(name.text()));
    return name;
  }

  /** Reads a key, which ends before {@code =} or, where it is allowed, {@code !}. */
  Token key(String what, String stops) {
    return word(what, stops + "\"");
  }

  /** Reads an operand with or without quotes. */
  Token wordOrQuoted(String what) {
    return !lost && cursor.sees('"') ? quoted() : word(what);
  }

  /** Reads a value: quoted, or bare up to the next blank. A bare value may be empty. */
  Token value() {
    if (lost || cursor.sees('"')) {
      return lost ? missing() : quoted();
    }
    Token value = cursor.word("");
    if (value.text().indexOf('"') >= 0) {
      return lose(
          ProblemCode.WRONG_QUOTING,
          value.spot(),
          "put a value that contains quotes or blanks in double quotes");
    }
    return value;
  }

  /** Reads a value like {@link #value}, but rejects an empty bare one as a probable mistake. */
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
            "a value is missing after =; write \"\" for an empty one")
        : value;
  }

  /** Reports that an operand is missing at the current place. */
  Token need(String what) {
    return lost
        ? missing()
        : lose(ProblemCode.MISSING_OPERAND, cursor.spot(), directive + " needs " + what);
  }

  /** Skips a character that must be next. */
  void expect(char character, String message) {
    if (!lost && !cursor.take(character)) {
      lose(ProblemCode.MISSING_VALUE, cursor.spot(), message);
    }
  }

  /** Skips a character if it is next. Returns whether it was. */
  boolean take(char character) {
    return !lost && cursor.take(character);
  }

  /** Reads a string in quotes. */
  Token string(String what) {
    if (lost || cursor.sees('"')) {
      return lost ? missing() : quoted();
    }
    return lose(
        ProblemCode.WRONG_QUOTING,
        cursor.spot(),
        directive + " needs " + what + " in double quotes here");
  }

  /** Tells whether the next operand has no quotes. */
  boolean seesWord() {
    return hasMore() && !cursor.sees('"');
  }

  /** Reads the optional description; empty if there is none. */
  String description() {
    return !lost && cursor.sees('"') ? quoted().text() : "";
  }

  /** Reports operands that were not read. */
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

  /** Reports the complaint about an operand, unless there is none or the operand is missing. */
  void check(ProblemCode code, Token token, Optional<String> complaint) {
    check(code, token, complaint, Optional::empty);
  }

  /** Reports the complaint about an operand, with a suggestion. */
  void check(
      ProblemCode code,
      Token token,
      Optional<String> complaint,
      Supplier<Optional<String>> suggestion) {
    if (token.isPresent() && complaint.isPresent()) {
      error(code, token, complaint.get(), List.of(), suggestion);
    }
  }

  /** Reports an error in an operand. */
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

  /** Reports a syntax error and skips the rest of the line. */
  Token lose(ProblemCode code, Spot spot, String message) {
    return lose(code, spot, message, Optional::empty);
  }

  /** Reports a syntax error with a suggestion, and skips the rest of the line. */
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

  /** Returns the probable reason for an unexpected operand; empty if it is unclear. */
  private String hint(String word) {
    if (word.startsWith("#")) {
      return ": put the comment on its own line";
    }
    if (word.equals("\\")) {
      return ": a line cannot be continued";
    }
    if (word.startsWith("'")) {
      return ": only double quotes quote";
    }
    return directive.takesText() && !word.startsWith("\"")
        ? ": put text with blanks in double quotes"
        : "";
  }
}
