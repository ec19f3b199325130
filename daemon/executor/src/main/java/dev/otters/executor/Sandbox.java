package dev.otters.executor;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Describes a sandbox at one moment.
 *
 * @param agent whose it is
 * @param id the executor's own id of this sandbox; a sandbox created anew has another one
 * @param pid of its first process as the host sees it; only while it runs
 * @param startedAt when it was started; {@link Instant#EPOCH} when it never was
 * @param exit how it ended; only when it has
 */
public record Sandbox(
    UUID agent, String id, State state, OptionalInt pid, Instant startedAt, Optional<Exit> exit) {
  /** What a sandbox can be. */
  public enum State {
    CREATED,
    RUNNING,
    EXITED
  }
}
