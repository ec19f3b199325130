package dev.otters.models.provider.local;

import java.util.function.Consumer;

/** A child process with a loaded model, for one thread at a time. */
interface Child extends AutoCloseable {
  /** Starts child processes. */
  interface Launcher {
    /**
     * Starts a process and waits until its model is loaded.
     *
     * @throws dev.otters.models.gateway.ModelException if that fails; the process is removed
     * @throws InterruptedException if the thread is interrupted; the process is removed
     */
    Child start(LoadSettings what) throws InterruptedException;
  }

  /**
   * Continues a prompt.
   *
   * @param deltas receives the pieces of the text as they arrive
   * @throws dev.otters.models.gateway.ModelException if the process ends, stalls or rejects the
   *     request
   * @throws InterruptedException if the thread is interrupted; the process then stops generating,
   *     and {@link #isUsable} waits for that
   */
  Generation complete(GenerationRequest ask, Consumer<String> deltas) throws InterruptedException;

  /** Counts the tokens of a text; throws as {@link #complete} does. */
  int count(String text) throws InterruptedException;

  /** Returns whether the process can be used; waits for the end of a cancelled completion. */
  boolean isUsable();

  /** Ends the process. Idempotent. */
  @Override
  void close();
}
