package dev.otters.agentfile.parser;

import dev.otters.agentfile.Quoted;

/**
 * An operand of a directive.
 *
 * @param text the text without quotes and escapes; empty if the operand is missing
 */
record Token(String text, Spot spot, Form form) {
  /** The form of an operand. */
  enum Form {
    /** Without quotes. */
    BARE,
    /** In double quotes. */
    QUOTED,
    /** Missing; the parser has already reported it. */
    MISSING
  }

  boolean isPresent() {
    return form != Form.MISSING;
  }

  boolean isQuoted() {
    return form == Form.QUOTED;
  }

  /** Returns a part of this operand, at the same place. */
  Token part(String piece) {
    return new Token(piece, spot, form);
  }

  String shown() {
    return Quoted.of(text);
  }
}
