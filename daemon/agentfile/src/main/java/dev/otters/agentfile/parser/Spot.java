package dev.otters.agentfile.parser;

/**
 * Points at some characters of one line of the file, or at the file as a whole.
 *
 * @param line from 1; 0 for the whole file
 * @param text the line without its end
 * @param index the character's place in the line, from 0; the line's length for its end
 * @param length how many characters are meant
 */
record Spot(int line, String text, int index, int length) {
  static final Spot FILE = new Spot(0, "", 0, 0);

  private static final int WIDTH = 120;
  private static final int LEAD = 80;

  /** Makes a spot that means one character. */
  Spot(int line, String text, int index) {
    this(line, text, index, 1);
  }

  Spot at(int newIndex) {
    return new Spot(line, text, newIndex);
  }

  /** Returns the spot that starts here and means the characters before an index. */
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

  /** Returns the line, cut to the part around the spot where it is long. */
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

  /** Moves an index off the middle of a surrogate pair. */
  private int whole(int place) {
    return Character.isLowSurrogate(text.charAt(place)) ? place - 1 : place;
  }
}
