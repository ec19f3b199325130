package dev.otters.agentfile;

/** Prepares foreign text for a message: quoted, shortened, and without control characters. */
public final class Quoted {
  private static final int LONGEST = 80;

  private Quoted() {}

  /**
   * Returns at most 80 characters of the text in double quotes, or in single quotes if it contains
   * double ones.
   */
  public static String of(String text) {
    int length = Math.min(text.length(), LONGEST);
    boolean cut = length < text.length();
    if (cut && Character.isHighSurrogate(text.charAt(length - 1))) {
      length--;
    }
    char quote = text.indexOf('"') >= 0 ? '\'' : '"';
    var shown = new StringBuilder().append(quote);
    for (int i = 0; i < length; i++) {
      shown.append(visible(text.charAt(i)));
    }
    return shown.append(cut ? "…" : "").append(quote).toString();
  }

  /**
   * Returns the character, or U+FFFD for control characters, invisible formatting and lone
   * surrogates.
   */
  private static char visible(char character) {
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
