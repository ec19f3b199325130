package dev.otters.cli.command;

/**
 * A positional argument of a command.
 *
 * @param label what stands for it in the help
 * @param least how many there must be
 * @param most how many there may be
 * @param help one line
 */
public record Argument(String label, int least, int most, String help) {
  /** Makes an argument that must be there once. */
  public static Argument one(String label, String help) {
    return new Argument(label, 1, 1, help);
  }

  /** Makes an argument that may be left out. */
  public static Argument optional(String label, String help) {
    return new Argument(label, 0, 1, help);
  }

  /** Makes an argument that must be there once and may be repeated. */
  public static Argument some(String label, String help) {
    return new Argument(label, 1, Integer.MAX_VALUE, help);
  }

  /** Makes an argument that may be left out and may be repeated. */
  public static Argument any(String label, String help) {
    return new Argument(label, 0, Integer.MAX_VALUE, help);
  }

  /** Returns how the usage line shows it. */
  String synopsis() {
    String shown = most > 1 ? label + " [" + label + "...]" : label;
    return least == 0 ? "[" + (most > 1 ? label + "..." : label) + "]" : shown;
  }
}
