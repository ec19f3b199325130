package dev.otters.agents.rows;

import java.util.Locale;

/** The reason why an agent failed. */
public enum Reason {
  /** An image could not be fetched or read. */
  PULL,
  /** The folder, the sandbox or the runtime could not be set up. */
  INIT,
  /** The runtime refused its model. */
  MODEL,
  /** The runtime did not become ready in time. */
  READINESS_TIMEOUT,
  /** The runtime ended by itself or was killed. */
  CRASHED,
  /** The kernel ended the runtime because the sandbox had no memory left. */
  OOM,
  /** The runtime ended more often in a row than the restart policy allows. */
  CRASH_LOOP,
  /** The configuration of the operator or the Agentfile is invalid. */
  CONFIG;

  /** Returns the reason in lower case, as shown and stored. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
