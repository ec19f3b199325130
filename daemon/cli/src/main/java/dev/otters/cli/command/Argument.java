package dev.otters.cli.command;

/**
 * A positional argument of a command.
 *
 * @param label its name in the help
 * @param least the least number
 * @param most the largest number
 * @param help one line
 */
public record Argument(String label, int least, int most, String help) {
  /** Returns a required argument. */
  public static Argument one(String label, String help) {
    return new Argument(label, 1, 1, help);
  }

  /** Returns an optional argument. */
  public static Argument optional(String label, String help) {
    return new Argument(label, 0, 1, help);
  }

  /** Returns a required argument that may be repeated. */
  public static Argument some(String label, String help) {
    return new Argument(label, 1, Integer.MAX_VALUE, help);
  }

  /** Returns an optional argument that may be repeated. */
  public static Argument any(String label, String help) {
    return new Argument(label, 0, Integer.MAX_VALUE, help);
  }

  /** Returns its form in the usage line. */
  String synopsis() {
    String shown = most > 1 ? label + " [" + label + "...]" : label;
    return least == 0 ? "[" + (most > 1 ? label + "..." : label) + "]" : shown;
  }
}
