package dev.otters.llama;

import org.jspecify.annotations.Nullable;

/** A model in memory. Thread-safe. */
interface LoadedModel {
  /** Counts the tokens of a text. */
  int count(String text);

  /**
   * Starts a completion.
   *
   * @throws IllegalArgumentException if the model rejects the request
   */
  Generation begin(Request.Complete request);

  /** A running completion. */
  interface Generation {
    /** Waits for the next piece of text, which may be empty; null at the end. */
    @Nullable String next();

    /** Cancels the completion. A thread that waits in {@link #next} may then never return. */
    void cancel();
  }
}
