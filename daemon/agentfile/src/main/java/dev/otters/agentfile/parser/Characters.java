package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;

/** Rejects characters that are invisible or only look like a space. */
final class Characters {
  private Characters() {}

  /** Reports the first such character of a line. Returns whether the line has none. */
  static boolean check(Spot line, Problems problems) {
    boolean quoted = false;
    for (int i = line.index(); i < line.text().length(); i++) {
      char character = line.text().charAt(i);
      if (isControl(character) || (!quoted && isStrangeBlank(character))) {
        report(line.at(i), character, problems);
        return false;
      }
      if (quoted && character == '\\') {
        i++;
      } else {
        quoted ^= character == '"';
      }
    }
    return true;
  }

  /** Reports a character, except NUL, which is reported once for the whole file. */
  private static void report(Spot spot, char character, Problems problems) {
    if (character != '\0') {
      problems.error(
          ProblemCode.BAD_CHARACTER,
          spot,
          "the character U+%04X (%s) is not allowed here"
              .formatted((int) character, Character.getName(character)));
    }
  }

  private static boolean isControl(char character) {
    return Character.isISOControl(character) && character != '\t';
  }

  private static boolean isStrangeBlank(char character) {
    return Character.isSpaceChar(character) && character != ' ';
  }
}
