package dev.otters.cli.console;

/** Shortens ids and digests. */
public final class Ids {
  private static final int SHORT = 12;

  private Ids() {}

  /** Returns the first twelve hex digits of a UUID or digest, or all of it on request. */
  public static String of(String id, boolean everything) {
    if (everything) {
      return id;
    }
    String hex = id.substring(id.indexOf(':') + 1).replace("-", "");
    return hex.length() <= SHORT ? hex : hex.substring(0, SHORT);
  }
}
