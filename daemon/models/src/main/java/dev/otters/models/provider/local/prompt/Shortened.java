package dev.otters.models.provider.local.prompt;

/** Shortens a tool result and keeps its beginning and its end. */
final class Shortened {
  private Shortened() {}

  static String of(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    int part = limit / 2;
    int head = boundary(text, part);
    int tail = boundary(text, text.length() - part);
    return "%s\n[… characters omitted: %s …]\n%s"
        .formatted(text.substring(0, head), (tail - head), text.substring(tail));
  }

  private static int boundary(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }
}
