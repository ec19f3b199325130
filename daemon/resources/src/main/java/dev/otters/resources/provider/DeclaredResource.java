package dev.otters.resources.provider;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A RESOURCE of an agent: the widest access that its sessions may get. It grants nothing.
 *
 * @param name the name, which its tools carry
 * @param kind the provider that serves it
 * @param settings settings of the provider; empty if there is a body
 * @param body YAML for the provider; empty if there is none
 * @param description empty if there is none
 */
public record DeclaredResource(
    String name,
    String kind,
    ResourceMode mode,
    Map<String, String> settings,
    Optional<String> body,
    String description) {
  /** Copies the settings. */
  public DeclaredResource {
    settings = Map.copyOf(new TreeMap<>(settings));
  }

  /** Returns the same resource with another mode. */
  public DeclaredResource with(ResourceMode wanted) {
    return new DeclaredResource(name, kind, wanted, settings, body, description);
  }

  /** Returns the name of a tool, in which models accept only letters, digits and underscores. */
  public String toolName(String operation) {
    return name.replaceAll("[^A-Za-z0-9_]", "_") + "_" + operation;
  }
}
