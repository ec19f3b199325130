package dev.otters.executor;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * The state of a sandbox at one moment.
 *
 * @param id the executor's id, which changes when the sandbox is created anew
 * @param pid the host's pid of the first process; present only while it runs
 * @param startedAt the time of the start; {@link Instant#EPOCH} before it
 * @param exit the end; present only after it
 */
public record Sandbox(
    UUID agent, String id, State state, OptionalInt pid, Instant startedAt, Optional<Exit> exit) {
  /** The state of a sandbox. */
  public enum State {
    CREATED,
    RUNNING,
    EXITED
  }
}
