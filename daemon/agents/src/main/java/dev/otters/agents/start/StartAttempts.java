package dev.otters.agents.start;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows which agents are being started now, for those who hear from their runtimes and sandboxes.
 */
public final class StartAttempts {
  private final Map<UUID, StartAttempt> current = new ConcurrentHashMap<>();

  public StartAttempt begin(UUID agent) {
    StartAttempt attempt = new StartAttempt();
    current.put(agent, attempt);
    return attempt;
  }

  /** Returns the try that runs now, empty when none does. */
  public Optional<StartAttempt> of(UUID agent) {
    return Optional.ofNullable(current.get(agent));
  }

  /** Forgets a try; a newer one of the same agent stays. */
  public void end(UUID agent, StartAttempt attempt) {
    current.remove(agent, attempt);
  }

  /** Lets the try that runs now fail; does nothing when none does. */
  public void fail(UUID agent, RuntimeException failure) {
    of(agent).ifPresent(attempt -> attempt.fail(failure));
  }
}
