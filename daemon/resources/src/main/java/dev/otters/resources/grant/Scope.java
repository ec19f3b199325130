package dev.otters.resources.grant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A condition about the column {@code namespace} of a table.
 *
 * @param sql the condition
 * @param arguments its arguments
 */
public record Scope(String sql, List<Object> arguments) {
  /** Every namespace. */
  public static final Scope ALL = new Scope("TRUE", List.of());

  /** Copies the list. */
  public Scope {
    arguments = List.copyOf(arguments);
  }

  /** Returns a path and all that is below it. The character after a slash is a zero. */
  public static Scope below(Namespace path) {
    String text = path.path();
    return new Scope(
        "(namespace = ? OR (namespace > ? AND namespace < ?))",
        List.of(text, text + "/", text + "0"));
  }

  /** Returns a path only. */
  public static Scope at(Namespace path) {
    return new Scope("namespace = ?", List.of(path.path()));
  }

  /** Returns what a session may read: its grants, what is below them, and the paths above them. */
  public static Scope readable(Grants grants) {
    List<Scope> parts = new ArrayList<>(grants.paths().stream().map(Scope::below).toList());
    grants.paths().stream()
        .flatMap(path -> path.ancestors().stream())
        .distinct()
        .forEach(path -> parts.add(at(path)));
    return joined(parts, " OR ", "FALSE");
  }

  /** Returns what a session may read at a path and below it. */
  public static Scope readable(Grants grants, Optional<Namespace> path) {
    return path.map(it -> joined(List.of(readable(grants), below(it)), " AND ", "TRUE"))
        .orElseGet(() -> readable(grants));
  }

  private static Scope joined(List<Scope> parts, String word, String none) {
    return new Scope(
        parts.stream()
            .map(Scope::sql)
            .reduce((a, b) -> a + word + b)
            .map("(%s)"::formatted)
            .orElse(none),
        parts.stream().flatMap(part -> part.arguments().stream()).toList());
  }

  /** Returns the arguments with others before and after them. */
  public Object[] with(List<?> before, Object... after) {
    return Stream.of(before.stream(), arguments.stream(), Stream.of(after))
        .flatMap(all -> all)
        .toArray();
  }
}
