package dev.otters.executor;

import java.util.UUID;

/** Is told when sandboxes end. Called from one thread of the executor; must not block for long. */
@FunctionalInterface
public interface ExitListener {
  /**
   * Takes note of the end of a sandbox, once per sandbox, also when it was asked to end.
   *
   * @param sandboxId the id of {@link Sandbox#id()}
   */
  void exited(UUID agent, String sandboxId, Exit exit);

  /** Takes note that the engine no longer answers; sandboxes may run on. */
  default void engineLost() {}

  /** Takes note that the engine answers again, before the exits that were missed are told. */
  default void engineBack() {}
}
