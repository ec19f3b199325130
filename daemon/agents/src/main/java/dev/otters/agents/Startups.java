package dev.otters.agents;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which agents are being started now, for those who hear from their runtimes and sandboxes.
 */
final class Startups {
  private final Map<UUID, Startup> current = new ConcurrentHashMap<>();

  Startup begin(UUID agent) {
    Startup startup = new Startup();
    current.put(agent, startup);
    return startup;
  }

  /** Returns the try that runs now, empty when none does. */
  Optional<Startup> of(UUID agent) {
    return Optional.ofNullable(current.get(agent));
  }

  /** Forgets a try; a newer one of the same agent stays. */
  void end(UUID agent, Startup startup) {
    current.remove(agent, startup);
  }

  /** Lets the try that runs now fail; does nothing when none does. */
  void fail(UUID agent, RuntimeException failure) {
    of(agent).ifPresent(startup -> startup.fail(failure));
  }
}
