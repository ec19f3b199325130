package dev.otters.agentfile.parser;

import dev.otters.agentfile.Quoted;

/**
 * Holds one operand of a directive.
 *
 * @param text without quotes and escapes; empty when missing
 */
record Token(String text, Spot spot, Form form) {
  /** Says how an operand was written. */
  enum Form {
    /** Without quotes. */
    BARE,
    /** In double quotes. */
    QUOTED,
    /** Not at all; that problem is already reported. */
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
