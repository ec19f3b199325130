package dev.otters.agentfile.parser;

import java.util.Arrays;

/** Holds a line after ARG expansion, and for each character where it stands in the file. */
final class ExpandedLine {
  private final Spot line;
  private char[] characters;
  private int[] origins;
  private boolean[] literal;
  private int length;

  /** Starts an empty line whose characters come from the line of this spot. */
  ExpandedLine(Spot line, int capacity) {
    this.line = line;
    characters = new char[capacity];
    origins = new int[capacity];
    literal = new boolean[capacity];
  }

  /** Appends a character; a literal one is data even where it looks like syntax. */
  void append(char character, int origin, boolean isLiteral) {
    if (length == characters.length) {
      int capacity = Math.max(16, length * 2);
      characters = Arrays.copyOf(characters, capacity);
      origins = Arrays.copyOf(origins, capacity);
      literal = Arrays.copyOf(literal, capacity);
    }
    characters[length] = character;
    origins[length] = origin;
    literal[length] = isLiteral;
    length++;
  }

  int length() {
    return length;
  }

  char at(int index) {
    return characters[index];
  }

  boolean isLiteral(int index) {
    return literal[index];
  }

  /** Tells whether this character stands here and is syntax. */
  boolean isSyntax(int index, char character) {
    return index < length && characters[index] == character && !literal[index];
  }

  /** Returns the index after the code point at this index, or the length of the line. */
  int codePointEnd(int index) {
    return index >= length
        ? length
        : index + Character.charCount(Character.codePointAt(characters, index, length));
  }

  String text(int start, int end) {
    return new String(characters, start, end - start);
  }

  /** Returns where the characters between two indexes came from. */
  Spot span(int start, int end) {
    return start >= end ? spot(start) : spot(start).to(origins[end - 1] + 1);
  }

  /**
   * Returns where a character came from; the index after the last one gives the end of the text.
   */
  Spot spot(int index) {
    if (index < length) {
      return line.at(origins[index]);
    }
    return line.at(
        length == 0 ? line.index() : Math.min(origins[length - 1] + 1, line.text().length()));
  }
}
