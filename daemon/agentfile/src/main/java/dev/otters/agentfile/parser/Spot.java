package dev.otters.agentfile.parser;

/**
 * A range of characters on one line of the file, or the whole file.
 *
 * @param line counted from 1; 0 for the whole file
 * @param text the line without its end
 * @param index the first character, counted from 0; the length of the line for its end
 * @param length the number of characters
 */
record Spot(int line, String text, int index, int length) {
  static final Spot FILE = new Spot(0, "", 0, 0);

  private static final int WIDTH = 120;
  private static final int LEAD = 80;

  /** Creates a spot of one character. */
  Spot(int line, String text, int index) {
    this(line, text, index, 1);
  }

  Spot at(int newIndex) {
    return new Spot(line, text, newIndex);
  }

  /** Returns the spot from here up to an index. */
  Spot to(int end) {
    return new Spot(line, text, index, Math.max(1, end - index));
  }

  int shownLength() {
    int end = Math.min(text.length(), index + length);
    return line == 0 ? 0 : Math.max(1, text.codePointCount(index, end));
  }

  int column() {
    return line == 0 ? 0 : text.codePointCount(0, index) + 1;
  }

  /** Returns the line, or its part around the spot if it is long. */
  String excerpt() {
    return (start() > 0 ? "…" : "")
        + text.substring(start(), end())
        + (end() < text.length() ? "…" : "");
  }

  int caret() {
    return (start() > 0 ? 1 : 0) + text.codePointCount(start(), index);
  }

  private int start() {
    return text.length() <= WIDTH || index <= LEAD ? 0 : whole(index - LEAD);
  }

  private int end() {
    return text.length() - start() <= WIDTH ? text.length() : whole(start() + WIDTH);
  }

  /** Moves an index out of the middle of a surrogate pair. */
  private int whole(int place) {
    return Character.isLowSurrogate(text.charAt(place)) ? place - 1 : place;
  }
}
