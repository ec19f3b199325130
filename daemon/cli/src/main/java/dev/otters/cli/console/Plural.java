package dev.otters.cli.console;

/** Puts nouns after numbers. */
public final class Plural {
  private Plural() {}

  /** Returns a number with its noun, such as {@code 1 step} or {@code 2 steps}. */
  public static String of(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
