package dev.otters.cli.console;

import java.util.regex.Pattern;

/** Shortens ids and digests. */
public final class Ids {
  private static final int SHORT = 12;

  private static final Pattern GENERATED =
      Pattern.compile("[^/]*:([0-9a-f]{8})-([0-9a-f]{4})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private Ids() {}

  /** Returns the first twelve hex digits of a UUID or digest, or all of it on request. */
  public static String of(String id, boolean everything) {
    if (everything) {
      return id;
    }
    String hex = id.substring(id.indexOf(':') + 1).replace("-", "");
    return hex.length() <= SHORT ? hex : hex.substring(0, SHORT);
  }

  /**
   * Returns the first twelve hex digits of a generated id of a session, which are enough to name
   * it, or the name that a user gave to a session. An agent and a slash may come first.
   */
  public static String ofSession(String id, boolean everything) {
    return everything ? id : GENERATED.matcher(id).replaceFirst("$1$2");
  }
}
