package dev.otters.models.provider.local.prompt;

/** Shortens a tool's result: its beginning and its end stay. */
final class Shortened {
  private Shortened() {}

  static String of(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    int part = limit / 2;
    int head = boundary(text, part);
    int tail = boundary(text, text.length() - part);
    return text.substring(0, head)
        + "\n[… "
        + (tail - head)
        + " characters are left out here …]\n"
        + text.substring(tail);
  }

  private static int boundary(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
