package dev.otters.agentfile;

/**
 * Shows foreign text in a message: quoted, shortened, and without characters that a terminal obeys.
 */
public final class Quoted {
  private static final int LONGEST = 80;

  private Quoted() {}

  /** Returns the text in double quotes, at most 80 characters of it. */
  public static String of(String text) {
    var shown = new StringBuilder("\"");
    int length = Math.min(text.length(), LONGEST);
    for (int i = 0; i < length; i++) {
      shown.append(visible(text.charAt(i)));
    }
    return shown.append(text.length() > length ? "…\"" : "\"").toString();
  }

  /** Returns the character, or U+FFFD for controls, invisible formatting and half surrogates. */
  static char visible(char character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          '\uFFFD';
      default -> character;
    };
  }
}
