package dev.otters.executor.docker;

import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxKey.Purpose;
import dev.otters.executor.SandboxSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The labels by which a home recognizes its containers. */
final class Labels {
  static final String AGENT = "io.openotters.agent";
  static final String HOME = "io.openotters.home";
  static final String SANDBOX = "io.openotters.sandbox";
  static final String PURPOSE = "io.openotters.purpose";
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
    labels.put(SANDBOX, spec.key().id().toString());
    labels.put(AGENT, spec.key().owner().toString());
    labels.put(PURPOSE, spec.key().purpose().toString());
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

  /**
   * Returns the sandbox with these labels; empty when they are not of this home. Containers of
   * release 0.1.0 have no label with a purpose and are the sandboxes of agents.
   */
  Optional<SandboxKey> key(Map<String, String> labels) {
    String owner = labels.getOrDefault(AGENT, "");
    if (!home.equals(labels.get(HOME)) || owner.isEmpty()) {
      return Optional.empty();
    }
    try {
      UUID agent = UUID.fromString(owner);
      return Optional.of(
          Stream.of(Purpose.TOOL, Purpose.CHECK)
              .filter(it -> it.toString().equals(labels.get(PURPOSE)))
              .findFirst()
              .map(
                  it ->
                      new SandboxKey(UUID.fromString(labels.getOrDefault(SANDBOX, "")), agent, it))
              .orElseGet(() -> SandboxKey.ofAgent(agent)));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
