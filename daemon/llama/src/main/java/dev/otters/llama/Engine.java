package dev.otters.llama;

import org.jspecify.annotations.Nullable;

/** Runs one model. Any thread may call. */
interface Engine {
  /** Counts the tokens of a text. */
  int count(String text);

  /**
   * Begins a completion.
   *
   * @throws IllegalArgumentException if the engine does not take it
   */
  Generation begin(Request.Complete request);

  /** Is a completion under way. */
  interface Generation {
    /** Waits for the next piece of text, which may be empty; null when there is none. */
    @Nullable String next();

    /** Ends it from whichever thread; one that waits for its next piece may then wait for ever. */
    void cancel();
  }
}
