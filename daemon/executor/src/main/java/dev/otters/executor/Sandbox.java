package dev.otters.executor;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of a sandbox at one moment.
 *
 * @param id the executor's id, which changes when the sandbox is created anew
 * @param pid the host's pid of the first process; present only while it runs
 * @param exit the end; present only after it
 */
public record Sandbox(SandboxKey key, String id, OptionalInt pid, Optional<Exit> exit) {
  /** The state of a sandbox. */
  public enum State {
    CREATED,
    RUNNING,
    EXITED
  }

  /** Returns the state. */
  public State state() {
    if (exit.isPresent()) {
      return State.EXITED;
    }
    return pid.isPresent() ? State.RUNNING : State.CREATED;
  }
}
