package dev.otters.sessions;

/** How an agent's runtime came to its end. */
public enum RuntimeExit {
  /**
   * By itself, or killed by anybody but the daemon: the turn that it held counts as a failed
   * attempt.
   */
  CRASHED,
  /** Killed because it fell silent in a turn: as {@link #CRASHED}. */
  UNRESPONSIVE,
  /** Stopped by the operator, or gone while the daemon was away: no fault of the turn. */
  STOPPED
}
