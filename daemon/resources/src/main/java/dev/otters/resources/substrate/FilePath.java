package dev.otters.resources.substrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/**
 * The path of a file below a folder, such as {@code notes/style.md}. Each file has one spelling,
 * and no path leads out of its folder.
 *
 * @param names the names on the way; at least one
 */
public record FilePath(List<String> names) {
  /** The limit on names. */
  public static final int MOST_NAMES = 8;

  /** The limit on a name in bytes. */
  public static final int LONGEST_NAME = 100;

  /**
   * Checks the names.
   *
   * @throws WritebackException with {@code INVALID} that names the rule
   */
  public FilePath {
    names = List.copyOf(names);
    if (names.isEmpty() || names.size() > MOST_NAMES) {
      throw invalid("it must have 1 to " + MOST_NAMES + " names with '/' between them");
    }
    names.forEach(FilePath::check);
  }

  /**
   * Reads a path.
   *
   * @param text a path below the folder, or with the folder before it
   * @param folder the absolute path of the folder as agents see it
   * @throws WritebackException with {@code INVALID} that names the rule
   */
  public static FilePath of(String text, String folder) {
    String below = text.startsWith(folder + "/") ? text.substring(folder.length() + 1) : text;
    if (below.isEmpty()) {
      throw invalid("it must not be empty");
    }
    if (below.startsWith("/")) {
      throw invalid("it must be below " + folder);
    }
    return new FilePath(List.of(below.split("/", -1)));
  }

  /** Reads what {@link #toString} returned. */
  public static FilePath stored(String text) {
    return new FilePath(List.of(text.split("/", -1)));
  }

  private static void check(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw invalid("it must not have empty names, '.' or '..'");
    }
    if (name.getBytes(UTF_8).length > LONGEST_NAME) {
      throw invalid("its names must have at most " + LONGEST_NAME + " bytes");
    }
    if (name.codePoints().anyMatch(FilePath::isHidden) || !name.strip().equals(name)) {
      throw invalid("its names must not have control characters, or blanks at an end");
    }
  }

  /** Returns whether a character is invisible, or half of one. */
  private static boolean isHidden(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static WritebackException invalid(String why) {
    return WritebackException.invalid("the path is invalid: " + why);
  }

  /** Returns whether one of two paths needs a folder where the other one has its file. */
  boolean collides(FilePath other) {
    List<String> longer = names.size() > other.names.size() ? names : other.names;
    List<String> shorter = names.size() > other.names.size() ? other.names : names;
    return longer.size() > shorter.size() && longer.subList(0, shorter.size()).equals(shorter);
  }

  @Override
  public String toString() {
    return String.join("/", names);
  }
}
