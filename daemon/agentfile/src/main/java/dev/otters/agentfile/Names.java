package dev.otters.agentfile;

import java.util.Optional;
import java.util.regex.Pattern;

/** Checks names that become file names, tool names and keys. */
public final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern KEBAB = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private Names() {}

  /**
   * Returns what is wrong with the name of an agent, a context, a BIN or an added file.
   *
   * @return a phrase such as "must be 1 to 63 letters…", empty for a valid name
   */
  public static Optional<String> complaintAbout(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            "must be 1 to 63 letters, digits, '.', '_' or '-', and start with a letter or digit");
  }

  /** Returns what is wrong with a CONFIG key in kebab-case; empty for a valid key. */
  public static Optional<String> complaintAboutKey(String key) {
    return KEBAB.matcher(key).matches()
        ? Optional.empty()
        : Optional.of(
            "must be 1 to 63 lower-case letters, digits or '-', and start and end with a letter or"
                + " digit");
  }

  /** Converts a name to kebab-case, in which keys and capabilities are stored. */
  public static String kebab(String key) {
    return key.replace('_', '-');
  }

  static void require(String what, String name) {
    refuseIf(complaintAbout(name), what, name);
  }

  static void refuseIf(Optional<String> complaint, String what, String value) {
    if (complaint.isPresent()) {
      throw new IllegalArgumentException(what + " " + Quoted.of(value) + " " + complaint.get());
    }
  }
}
