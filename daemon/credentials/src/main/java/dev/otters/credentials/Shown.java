package dev.otters.credentials;

/** Shows a program's words in a message: one short line without control characters. */
final class Shown {
  private static final int LONGEST = 200;

  private Shown() {}

  static String of(String text) {
    String plain = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]+", " ");
    return plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain;
  }
}
