package dev.otters.resources;

import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a turn: those of its agent, and the grants of its session.
 *
 * @param grants paths; empty if the session has none, and then no resource is usable
 * @param found the tools of servers, by the names of their resources; null if no resource has one,
 *     as in the contexts of earlier releases
 */
public record GrantedResources(
    List<String> grants,
    List<DeclaredResource> resources,
    @Nullable Map<String, FoundTools> found) {
  /** No resources. */
  public static final GrantedResources NONE = new GrantedResources(List.of(), List.of());

  /** Copies the collections. */
  public GrantedResources {
    grants = List.copyOf(grants);
    resources = List.copyOf(resources);
    found =
        found == null || found.isEmpty() ? null : Collections.unmodifiableMap(new TreeMap<>(found));
  }

  /** Creates resources whose servers are not known yet. */
  public GrantedResources(List<String> grants, List<DeclaredResource> resources) {
    this(grants, resources, null);
  }

  /** Returns the same resources for a session with these grants. */
  public GrantedResources with(Grants granted) {
    return new GrantedResources(granted.texts(), resources, found);
  }

  /** Returns the same resources with the modes that ancestors of the session leave it. */
  public GrantedResources with(ReadOnly limits) {
    return new GrantedResources(grants, limits.limit(resources), found);
  }

  /** Returns the same resources with what their servers offer. */
  public GrantedResources with(Map<String, FoundTools> offered) {
    return new GrantedResources(grants, resources, offered);
  }

  /**
   * Returns the same resources with what an earlier attempt of the turn found of those that are
   * still declared as they were.
   */
  public GrantedResources keeping(GrantedResources earlier) {
    if (earlier.found == null) {
      return this;
    }
    Map<String, FoundTools> kept = new TreeMap<>(found == null ? Map.of() : found);
    resources.stream()
        .filter(earlier.resources::contains)
        .map(DeclaredResource::name)
        .filter(earlier.found::containsKey)
        .forEach(name -> kept.put(name, earlier.found.get(name)));
    return with(kept);
  }

  /** Returns what the server of a resource offers. */
  public FoundTools found(DeclaredResource resource) {
    return Optional.ofNullable(found).map(it -> it.get(resource.name())).orElse(FoundTools.NONE);
  }

  /** Returns the same resources without the tools of servers that have one of these names. */
  public GrantedResources without(Collection<String> names) {
    if (found == null || names.isEmpty()) {
      return this;
    }
    Map<String, FoundTools> left = new TreeMap<>(found);
    for (DeclaredResource resource : resources) {
      left.computeIfPresent(
          resource.name(),
          (_, tools) ->
              tools.without(
                  operation -> names.contains(resource.toolName(operation)),
                  "another tool has its name"));
    }
    return new GrantedResources(grants, resources, left);
  }

  /** Returns the grants. */
  public Grants granted() {
    return Grants.of(grants);
  }

  /** Returns whether no resource is usable. */
  public boolean isEmpty() {
    return grants.isEmpty() || resources.isEmpty();
  }
}
