package dev.otters.agents.start;

import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The starts in progress, for those that hear from runtimes and sandboxes. */
public final class StartAttempts {
  private final Map<UUID, StartAttempt> current = new ConcurrentHashMap<>();
  private final Time time;
  private final Duration readiness;

  /**
   * Creates an empty set.
   *
   * @param time measures the limit
   * @param readiness the time that a runtime has to become ready
   */
  public StartAttempts(Time time, Duration readiness) {
    this.time = time;
    this.readiness = readiness;
  }

  /** Begins a start. */
  public StartAttempt begin(UUID agent) {
    StartAttempt attempt = new StartAttempt(time, readiness);
    current.put(agent, attempt);
    return attempt;
  }

  /** Returns the start in progress of an agent, if any. */
  public Optional<StartAttempt> of(UUID agent) {
    return Optional.ofNullable(current.get(agent));
  }

  /** Forgets a start; a newer one of the same agent stays. */
  public void end(UUID agent, StartAttempt attempt) {
    current.remove(agent, attempt);
  }

  /**
   * Fails the start in progress of an agent, if any, because a sandbox has ended.
   *
   * @param sandbox the executor's id of the sandbox; one of an earlier start changes nothing
   */
  public void ended(UUID agent, String sandbox, RuntimeException failure) {
    of(agent).ifPresent(attempt -> attempt.ended(sandbox, failure));
  }

  /** Fails the start in progress of an agent, if any. */
  public void fail(UUID agent, RuntimeException failure) {
    of(agent).ifPresent(attempt -> attempt.fail(failure));
  }
}
