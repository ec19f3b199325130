package dev.otters.resources.grant;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The namespaces that a session may reach. Only operators grant them.
 *
 * @param paths without duplicates, in the order of the operator; empty for none
 */
public record Grants(List<Namespace> paths) {
  /** The limit on different paths. */
  public static final int MOST = 32;

  /** The limit on the characters of paths that a prompt names. */
  private static final int LONGEST_SHOWN = 4096;

  /** Grants nothing. */
  public static final Grants NONE = new Grants(List.of());

  /**
   * Drops duplicates.
   *
   * @throws IllegalArgumentException if there are too many
   */
  public Grants {
    paths = List.copyOf(new LinkedHashSet<>(paths));
    if (paths.size() > MOST) {
      throw new IllegalArgumentException(
          "there are " + paths.size() + " different grants, and a session has at most " + MOST);
    }
  }

  /**
   * Reads paths.
   *
   * @throws IllegalArgumentException that names the path and the rule
   */
  public static Grants of(Collection<String> texts) {
    return new Grants(texts.stream().map(Namespace::new).toList());
  }

  /**
   * Reads what {@link #text} returned, or what an operator wrote so.
   *
   * @param text paths with commas between them; blank for none
   * @throws IllegalArgumentException that names the path and the rule
   */
  public static Grants parse(String text) {
    return text.isBlank() ? NONE : of(Stream.of(text.split(",", -1)).map(String::strip).toList());
  }

  /** Returns the paths with commas between them; empty for none. */
  public String text() {
    return paths.stream().map(Namespace::path).collect(Collectors.joining(","));
  }

  /** Returns the paths as texts. */
  public List<String> texts() {
    return paths.stream().map(Namespace::path).toList();
  }

  /** Returns the paths as a prompt names them: only the first ones if they are long. */
  public String shown() {
    String all = String.join(", ", texts());
    return all.length() <= LONGEST_SHOWN
        ? all
        : all.substring(0, all.lastIndexOf(',', LONGEST_SHOWN) + 1) + " and other namespaces";
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return paths.isEmpty();
  }

  /** Returns whether both grant the same paths, in whatever order. */
  public boolean isSameAs(Grants other) {
    return Set.copyOf(paths).equals(Set.copyOf(other.paths));
  }

  /** Returns whether a session may write to a path: it is granted, or below one that is. */
  public boolean mayWrite(Namespace path) {
    return covering(path).isPresent();
  }

  /** Returns whether a session may read a path: it may write to it, or it is above a grant. */
  public boolean mayRead(Namespace path) {
    return mayWrite(path) || paths.stream().anyMatch(path::covers);
  }

  /** Returns whether each path of others is granted, or below one that is. */
  public boolean cover(Grants others) {
    return others.paths.stream().allMatch(this::mayWrite);
  }

  /** Returns those that others cover. */
  public Grants within(Grants others) {
    return new Grants(paths.stream().filter(others::mayWrite).toList());
  }

  /**
   * Returns the grants without those at or below other paths.
   *
   * @throws IllegalArgumentException that names a path at or below which there is none
   */
  public Grants without(Grants others) {
    for (Namespace gone : others.paths) {
      if (paths.stream().noneMatch(gone::covers)) {
        throw new IllegalArgumentException("there is no grant at or below " + gone);
      }
    }
    return new Grants(paths.stream().filter(path -> !others.mayWrite(path)).toList());
  }

  /** Returns the first grant that a path is, or is below; empty if there is none. */
  public Optional<Namespace> covering(Namespace path) {
    return paths.stream().filter(grant -> grant.covers(path)).findFirst();
  }
}
