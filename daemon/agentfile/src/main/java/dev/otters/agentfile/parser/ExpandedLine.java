package dev.otters.agentfile.parser;

import java.util.Arrays;

/** A line after ARG expansion, with the place of each character in the file. */
final class ExpandedLine {
  private final Spot line;
  private char[] characters;
  private int[] origins;
  private boolean[] literal;
  private int length;

  /** Creates an empty line for characters of the line of this spot. */
  ExpandedLine(Spot line, int capacity) {
    this.line = line;
    characters = new char[capacity];
    origins = new int[capacity];
    literal = new boolean[capacity];
  }

  /** Appends a character. A literal one is data, even if it looks like syntax. */
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

  /** Tells whether this character is at the index and is syntax. */
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

  /** Returns the place of the characters between two indexes. */
  Spot span(int start, int end) {
    return start >= end ? spot(start) : spot(start).to(origins[end - 1] + 1);
  }

  /** Returns the place of a character, or the end of the text for the index after the last one. */
  Spot spot(int index) {
    if (index < length) {
      return line.at(origins[index]);
    }
    return line.at(
        length == 0 ? line.index() : Math.min(origins[length - 1] + 1, line.text().length()));
  }
}
