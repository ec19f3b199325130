package dev.otters.agentfile.parser;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks paths in the build context. */
final class BuildPath {
  private static final int LONGEST = 4096;

  private BuildPath() {}

  /** Returns what is wrong with the path of a file; empty for one inside the build context. */
  static Optional<String> complaintAbout(String path) {
    return complaintAbout(path, "file")
        .or(
            () ->
                path.endsWith("/") || path.endsWith("/.") || segments(path).isEmpty()
                    ? Optional.of("must be a file, not a folder")
                    : Optional.empty());
  }

  /** Returns what is wrong with the path of a folder; empty for one below the build context. */
  static Optional<String> complaintAboutFolder(String path) {
    return complaintAbout(path, "folder")
        .or(
            () ->
                segments(path).isEmpty()
                    ? Optional.of("must be a folder inside the build context, not all of it")
                    : Optional.empty());
  }

  private static Optional<String> complaintAbout(String path, String what) {
    if (path.isEmpty() || path.length() > LONGEST) {
      return Optional.of("must be the path of a " + what + ", at most " + LONGEST + " characters");
    }
    if (path.contains("://")) {
      return Optional.of("must be a " + what + " of the build context, nothing is downloaded");
    }
    if (path.startsWith("/")) {
      return Optional.of("must be relative to the build context");
    }
    if (path.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("must not hold control characters");
    }
    return segments(path).contains("..")
        ? Optional.of("must not leave the build context with ..")
        : Optional.empty();
  }

  /** Returns a valid path without empty and {@code .} segments. */
  static String clean(String path) {
    return String.join("/", segments(path));
  }

  /** Returns the part after the last slash. */
  static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.split("/", -1))
        .filter(it -> !it.isEmpty() && !it.equals("."))
        .toList();
  }
}
