package dev.otters.resources;

import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The resources that a session may only read, since one of its ancestors may do no more. A resource
 * is one of them by its name, and also by what it leads to: another name for the same memories
 * changes nothing.
 *
 * @param keys names of resources, and the {@link Resources#place places} of resources, which have a
 *     colon
 */
public record ReadOnly(Set<String> keys) {
  /** Limits nothing. */
  public static final ReadOnly NOTHING = new ReadOnly(Set.of());

  private static final String BETWEEN = " ";

  /** Copies the set in order. */
  public ReadOnly {
    keys = Collections.unmodifiableSet(new TreeSet<>(keys));
  }

  /** Returns what an agent with these resources may only read. */
  private static ReadOnly of(Collection<DeclaredResource> resources) {
    return new ReadOnly(
        resources.stream()
            .filter(it -> !writes(it))
            .flatMap(it -> keys(it, resources))
            .collect(Collectors.toSet()));
  }

  /** Leaves out the place of a resource that the agent may change under another name. */
  private static Stream<String> keys(DeclaredResource read, Collection<DeclaredResource> all) {
    boolean changed = all.stream().anyMatch(it -> writes(it) && Resources.SHIPPED.isSame(it, read));
    return changed ? Stream.of(read.name()) : Stream.of(read.name(), Resources.SHIPPED.place(read));
  }

  private static boolean writes(DeclaredResource resource) {
    return resource.mode() == ResourceMode.READ_WRITE;
  }

  /** Returns both limits together. */
  public ReadOnly and(ReadOnly other) {
    return new ReadOnly(
        Stream.concat(keys.stream(), other.keys.stream()).collect(Collectors.toSet()));
  }

  /**
   * Returns the limits of the children of a session that has these limits and an agent with some
   * resources. Those that the agent does not declare keep their limits.
   */
  public ReadOnly below(List<DeclaredResource> declared) {
    return and(of(limit(declared)));
  }

  /** Returns resources with the mode that these limits leave them. */
  public List<DeclaredResource> limit(List<DeclaredResource> declared) {
    return keys.isEmpty() ? declared : declared.stream().map(this::limit).toList();
  }

  private DeclaredResource limit(DeclaredResource resource) {
    boolean limited =
        keys.contains(resource.name()) || keys.contains(Resources.SHIPPED.place(resource));
    return limited ? resource.with(ResourceMode.READ) : resource;
  }

  /** Returns the keys as {@link #parse} reads them. None has a blank. */
  public String text() {
    return String.join(BETWEEN, keys);
  }

  /** Reads what {@link #text} returned. */
  public static ReadOnly parse(String text) {
    return text.isEmpty() ? NOTHING : new ReadOnly(Set.of(text.split(BETWEEN, -1)));
  }
}
