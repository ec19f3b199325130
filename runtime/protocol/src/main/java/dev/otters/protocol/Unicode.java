package dev.otters.protocol;

/** Repairs invalid Unicode text. */
final class Unicode {
  private Unicode() {}

  /** Replaces unpaired surrogates, which UTF-8 cannot encode, with U+FFFD. */
  static String mended(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (Character.isSurrogate(text.charAt(at))) {
        return mendedSurrogates(text);
      }
    }
    return text;
  }

  private static String mendedSurrogates(String text) {
    StringBuilder mended = new StringBuilder(text.length());
    text.codePoints()
        .map(point -> Character.getType(point) == Character.SURROGATE ? '\uFFFD' : point)
        .forEach(mended::appendCodePoint);
    return mended.toString();
  }
}
