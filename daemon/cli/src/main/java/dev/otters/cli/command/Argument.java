package dev.otters.cli.command;

/**
 * A positional argument of a command.
 *
 * @param label its name in the help
 * @param least the least number
 * @param most the largest number
 * @param help one line
 * @param verbatim whether the words from here on are no options of the command
 */
public record Argument(String label, int least, int most, String help, boolean verbatim) {
  /** Returns a required argument. */
  public static Argument one(String label, String help) {
    return new Argument(label, 1, 1, help, false);
  }

  /** Returns an optional argument. */
  public static Argument optional(String label, String help) {
    return new Argument(label, 0, 1, help, false);
  }

  /** Returns a required argument that may be repeated. */
  public static Argument some(String label, String help) {
    return new Argument(label, 1, Integer.MAX_VALUE, help, false);
  }

  /** Returns an optional argument that may be repeated. */
  public static Argument any(String label, String help) {
    return new Argument(label, 0, Integer.MAX_VALUE, help, false);
  }

  /** Returns a required program with its arguments, among which are its own options. */
  public static Argument program(String label, String help) {
    return new Argument(label, 1, Integer.MAX_VALUE, help, true);
  }

  /** Returns its form in the usage line. */
  String synopsis() {
    if (verbatim) {
      return label + " [ARG...]";
    }
    String shown = most > 1 ? label + " [" + label + "...]" : label;
    return least == 0 ? "[" + (most > 1 ? label + "..." : label) + "]" : shown;
  }
}
