package dev.otters.executor.docker.engine;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the versions of runc from which a container can escape. */
final class RuncVersion {
  private static final Pattern SHAPE = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*");

  private RuncVersion() {}

  /** Returns a warning about this version; empty when it is recent. */
  static Optional<String> warning(String version) {
    Matcher matcher = SHAPE.matcher(version);
    if (!matcher.matches() || isFixed(number(matcher, 1), number(matcher, 2), number(matcher, 3))) {
      return Optional.empty();
    }
    return Optional.of(
        "runc "
            + version
            + " is older than 1.2.8, 1.3.3 and 1.4.0, which fix container escapes (CVE-2025-31133,"
            + " CVE-2025-52565, CVE-2025-52881). Update it unless your distribution has patched"
            + " it.");
  }

  private static boolean isFixed(int major, int minor, int patch) {
    if (major != 1) {
      return major > 1;
    }
    return switch (minor) {
      case 0, 1 -> false;
      case 2 -> patch >= 8;
      case 3 -> patch >= 3;
      default -> true;
    };
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
