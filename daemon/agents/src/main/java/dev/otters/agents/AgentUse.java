package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.store.ImageUser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The models and images that agents use, which must not be removed. */
public record AgentUse(AgentRows rows) {
  /** Returns the sandboxes of an agent and of its sessions. */
  public List<UUID> sandboxes(UUID agent) {
    List<UUID> all = new ArrayList<>(List.of(agent));
    rows.ofSessions(agent).forEach(own -> all.add(own.id()));
    return all;
  }

  /** Returns the names of the agents whose model matches a predicate. */
  public List<String> usersOf(Predicate<String> model) {
    return rows.agents().stream()
        .filter(agent -> model.test(agent.spec().model()))
        .map(Agent::name)
        .toList();
  }

  /** Returns the images that agents use, with the names of the agents. */
  public Map<Digest, List<String>> imagesInUse() {
    Map<Digest, List<String>> used = new HashMap<>();
    for (Agent agent : rows.all()) {
      agent
          .images()
          .map(ImagePin::digest)
          .distinct()
          .map(digest -> used.computeIfAbsent(digest, d -> new ArrayList<>()))
          .filter(names -> !names.contains(agent.agentName()))
          .forEach(names -> names.add(agent.agentName()));
    }
    return used;
  }

  /** Returns the images that agents use, each with its agent. */
  public List<ImageUser> imageUsers() {
    return rows.all().stream()
        .flatMap(agent -> agent.images().map(pin -> imageUser(agent, pin)))
        .distinct()
        .toList();
  }

  private static ImageUser imageUser(Agent agent, ImagePin pin) {
    Optional<ImageReference> source =
        Optional.of(pin.ref())
            .filter(ref -> !ref.startsWith("sha256:"))
            .map(ImageReference::parse)
            .filter(ref -> !ref.isLocal());
    return new ImageUser("agent " + agent.agentName(), pin.digest(), source);
  }
}
