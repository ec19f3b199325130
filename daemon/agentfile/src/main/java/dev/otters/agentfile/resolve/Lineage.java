package dev.otters.agentfile.resolve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ancestors of an image, the parent first.
 *
 * @param ancestors empty for an image FROM scratch
 */
public record Lineage(List<Ancestor> ancestors) {
  /** Maximum number of ancestors of an image. */
  public static final int DEEPEST = 10;

  /** The lineage of an image without a parent. */
  public static final Lineage NONE = new Lineage(List.of());

  /** Copies the list. */
  public Lineage {
    ancestors = List.copyOf(ancestors);
  }

  /** Returns the lineage of a child of {@code parent}, which has this lineage. */
  public Lineage below(Ancestor parent) {
    List<Ancestor> line = new ArrayList<>();
    line.add(parent);
    line.addAll(ancestors);
    return new Lineage(line);
  }

  /** Returns the parent; empty if there is none. */
  public Optional<Ancestor> parent() {
    return ancestors.stream().findFirst();
  }

  /**
   * Returns why an image cannot have this lineage: it is too long, or a name repeats.
   *
   * @param names the names of the image; may be empty
   * @return a sentence with the chain; empty for a valid lineage
   */
  public Optional<String> complaint(Collection<String> names) {
    Optional<String> cycle =
        names.stream()
            .flatMap(name -> cycle(Stream.concat(Stream.of(name), line()).toList()).stream())
            .findFirst()
            .or(() -> cycle(line().toList()));
    return cycle.or(this::tooDeep);
  }

  private Optional<String> tooDeep() {
    return ancestors.size() <= DEEPEST
        ? Optional.empty()
        : Optional.of(
            "the image has more than "
                + DEEPEST
                + " ancestors: "
                + line().collect(Collectors.joining(" -> ")));
  }

  private Stream<String> line() {
    return ancestors.stream().map(Ancestor::name);
  }

  private static Optional<String> cycle(List<String> chain) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < chain.size(); i++) {
      if (!seen.add(chain.get(i))) {
        int start = chain.indexOf(chain.get(i));
        return Optional.of(
            "the image would be its own ancestor: "
                + String.join(" -> ", chain.subList(start, i + 1)));
      }
    }
    return Optional.empty();
  }
}
