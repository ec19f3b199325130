package dev.otters.resources;

import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import java.util.List;

/**
 * The resources of a turn: those of its agent, and the grants of its session.
 *
 * @param grants paths; empty if the session has none, and then no resource is usable
 */
public record GrantedResources(List<String> grants, List<DeclaredResource> resources) {
  /** No resources. */
  public static final GrantedResources NONE = new GrantedResources(List.of(), List.of());

  /** Copies the lists. */
  public GrantedResources {
    grants = List.copyOf(grants);
    resources = List.copyOf(resources);
  }

  /** Returns the same resources for a session with these grants. */
  public GrantedResources with(Grants granted) {
    return new GrantedResources(granted.texts(), resources);
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
