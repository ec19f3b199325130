package dev.otters.protocol;

/** What the daemon tells a runtime without expecting an answer. */
public sealed interface Notice {
  /** Ends the turn of an activation within a second. An unknown activation is ignored. */
  record Interrupt(String activation) implements Notice {}

  /**
   * Ends the runtime with exit code 0.
   *
   * @param graceMillis how long running turns may still take; 0 drops them at once
   */
  record Stop(long graceMillis) implements Notice {}
}
