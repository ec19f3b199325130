package dev.otters.resources.grant;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A condition about namespaces, in SQL and for a full-text index.
 *
 * @param sql the condition about the column {@code namespace}
 * @param arguments its arguments
 * @param words the same as a query of the full-text index; empty for every namespace
 */
public record Scope(String sql, List<Object> arguments, Optional<String> words) {
  /** Every namespace. */
  public static final Scope ALL = new Scope("TRUE", List.of(), Optional.empty());

  private static final String AT = "a";
  private static final String BELOW = "b";

  /** Copies the list. */
  public Scope {
    arguments = List.copyOf(arguments);
  }

  /** Returns a path and all that is below it. The character after a slash is a zero. */
  public static Scope below(Namespace path) {
    String text = path.path();
    return new Scope(
        "(namespace = ? OR (namespace > ? AND namespace < ?))",
        List.of(text, text + "/", text + "0"),
        Optional.of("scope : " + word(BELOW, path)));
  }

  /** Returns a path only. */
  public static Scope at(Namespace path) {
    return new Scope(
        "namespace = ?", List.of(path.path()), Optional.of("scope : " + word(AT, path)));
  }

  /** Returns what a session may read: its grants, what is below them, and the paths above them. */
  public static Scope readable(Grants grants) {
    List<Scope> parts = new ArrayList<>(grants.paths().stream().map(Scope::below).toList());
    grants.paths().stream()
        .flatMap(path -> path.ancestors().stream())
        .distinct()
        .forEach(path -> parts.add(at(path)));
    return joined(parts, " OR ");
  }

  /** Returns what a session may read at a path and below it. */
  public static Scope readable(Grants grants, Optional<Namespace> path) {
    return path.map(it -> joined(List.of(readable(grants), below(it)), " AND "))
        .orElseGet(() -> readable(grants));
  }

  private static Scope joined(List<Scope> parts, String word) {
    return new Scope(
        "(" + parts.stream().map(Scope::sql).collect(Collectors.joining(word)) + ")",
        parts.stream().flatMap(part -> part.arguments().stream()).toList(),
        Optional.of(
            "("
                + parts.stream()
                    .flatMap(part -> part.words().stream())
                    .collect(Collectors.joining(word))
                + ")"));
  }

  /** Returns the words by which the index finds a memory at a path. */
  public static String wordsOf(Namespace path) {
    return Stream.concat(
            Stream.of(word(AT, path)),
            Stream.concat(path.ancestors().stream(), Stream.of(path))
                .map(above -> word(BELOW, above)))
        .collect(Collectors.joining(" "));
  }

  /** Returns one word, whatever characters the path has. */
  private static String word(String kind, Namespace path) {
    return kind + HexFormat.of().formatHex(path.path().getBytes(US_ASCII));
  }

  /** Returns the arguments with others before and after them. */
  public Object[] with(List<?> before, Object... after) {
    return Stream.of(before.stream(), arguments.stream(), Stream.of(after))
        .flatMap(all -> all)
        .toArray();
  }
}
