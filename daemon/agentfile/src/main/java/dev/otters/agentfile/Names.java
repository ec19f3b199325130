package dev.otters.agentfile;

import java.util.Optional;
import java.util.regex.Pattern;

/** Holds the rules for names that become file names, tool names and keys. */
public final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Pattern KEBAB = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private Names() {}

  /**
   * Says what is wrong with a name of an agent, a context, a BIN or an added file.
   *
   * @return a phrase such as "must be 1 to 63 letters…", or empty for a valid name
   */
  public static Optional<String> complaintAbout(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            "must be 1 to 63 letters, digits, '.', '_' or '-', and start with a letter or digit");
  }

  /** Says what is wrong with a CONFIG key, underscores already replaced; empty for a valid key. */
  public static Optional<String> complaintAboutKey(String key) {
    return KEBAB.matcher(key).matches()
        ? Optional.empty()
        : Optional.of(
            "must be 1 to 63 lower-case letters, digits or '-', and start and end with a letter or"
                + " digit");
  }

  /** Replaces each {@code _} by {@code -}: keys and capabilities are stored in kebab-case. */
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
