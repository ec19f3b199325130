package dev.otters.protocol;

/** A notification from the daemon to a runtime. */
public sealed interface Notice {
  /** Ends the turn of an activation within a second. An unknown activation is ignored. */
  record Interrupt(String activation) implements Notice {}

  /**
   * Stops the runtime with exit code 0.
   *
   * @param graceMillis how long running turns may take; 0 drops them at once
   */
  record Stop(long graceMillis) implements Notice {}
}
