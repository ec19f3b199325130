package dev.otters.executor;

/** Receives the ends of sandboxes, in one thread of the executor. Must return soon. */
public interface ExitListener {
  /**
   * Receives the end of a sandbox, once, even if the end was requested.
   *
   * @param sandboxId the id of {@link Sandbox#id()}
   */
  void exited(SandboxKey key, String sandboxId, Exit exit);

  /**
   * Receives the end of a sandbox that happened while the engine was away, instead of {@link
   * #exited}. The engine may have lost the exit code, and report 0.
   */
  void missed(SandboxKey key, String sandboxId, Exit exit);

  /** Runs when the engine no longer answers. Sandboxes may continue to run. */
  default void engineLost() {}

  /** Runs when the engine answers again, before the listener receives the missed exits. */
  default void engineBack() {}
}
