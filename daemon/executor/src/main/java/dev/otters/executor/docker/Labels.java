package dev.otters.executor.docker;

import dev.otters.executor.SandboxSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The labels by which a home recognizes its containers. */
final class Labels {
  static final String AGENT = "io.openotters.agent";
  static final String HOME = "io.openotters.home";
  static final String NAME = "io.openotters.name";
  static final String CHECK = "io.openotters.check";

  private final String home;

  Labels(UUID home) {
    this.home = home.toString();
  }

  /**
   * Returns the labels of a sandbox. All of ours are set, or the image's own would take their
   * place.
   */
  Map<String, String> of(SandboxSpec spec) {
    Map<String, String> labels = new HashMap<>(spec.labels());
    labels.put(AGENT, spec.agent().toString());
    labels.put(HOME, home);
    labels.put(NAME, spec.name());
    labels.put(CHECK, "");
    return labels;
  }

  /** Returns the labels of a container that checks the engine and belongs to no agent. */
  Map<String, String> ofCheck() {
    return Map.of(HOME, home, CHECK, "files", AGENT, "", NAME, "");
  }

  Map<String, String> filter() {
    return Map.of(HOME, home);
  }

  /** Returns the agent with these labels; empty when they are not of this home. */
  Optional<UUID> agent(Map<String, String> labels) {
    if (!home.equals(labels.get(HOME))) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(labels.get(AGENT))
          .filter(id -> !id.isEmpty())
          .map(UUID::fromString);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
