package dev.otters.sessions;

/** Why an agent's runtime ended. */
public enum RuntimeExit {
  /**
   * It exited, or something other than the daemon killed it: its turn counts as a failed attempt.
   */
  CRASHED,
  /** The daemon killed it because it stopped responding: its turn counts as a failed attempt. */
  UNRESPONSIVE,
  /**
   * The operator stopped it, or it ended while the daemon or the engine was away: its turn does not
   * count as failed.
   */
  STOPPED
}
