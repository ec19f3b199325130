package dev.otters.models.provider.local;

import java.util.function.Consumer;

/** Is a process with one model loaded. One thread at a time may ask it. */
interface Child extends AutoCloseable {
  /** Starts children. */
  interface Launcher {
    /**
     * Starts a process and waits until it has loaded its model.
     *
     * @throws dev.otters.models.gateway.ModelException if that fails; nothing is left behind
     * @throws InterruptedException if the thread is interrupted; nothing is left behind
     */
    Child start(LoadSettings what) throws InterruptedException;
  }

  /**
   * Continues a prompt.
   *
   * @param deltas takes the pieces of the text as they come
   * @throws dev.otters.models.gateway.ModelException if the process ends, goes silent or refuses
   * @throws InterruptedException if the thread is interrupted; the process then ends its work soon,
   *     and {@link #isUsable} waits for that
   */
  Generation complete(GenerationRequest ask, Consumer<String> deltas) throws InterruptedException;

  /** Counts the tokens of a text; throws as {@link #complete} does. */
  int count(String text) throws InterruptedException;

  /** Returns whether it can be asked; waits for a moment if it has not yet ended its last work. */
  boolean isUsable();

  /** Ends the process; does nothing the second time. */
  @Override
  void close();
}
