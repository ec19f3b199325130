package dev.otters.api.agent;

import java.util.Locale;

/** The status of an agent, in lower case on the wire. */
public enum AgentStatus {
  /** Creation is in progress. */
  CREATING,
  /** The sandbox runs, but its runtime is not ready yet. */
  STARTING,
  /** The agent waits for messages. */
  READY,
  /** At least one turn runs. */
  WORKING,
  /** The agent ended and waits for its restart policy. */
  RESTARTING,
  /** A stop was requested. */
  STOPPING,
  /** The agent was stopped, or ended with code 0. */
  STOPPED,
  /** The agent ended unexpectedly; see the reason. */
  FAILED,
  /** Removal is in progress. */
  REMOVING;

  /** Returns whether {@code ps} shows the agent without {@code -a}. */
  public boolean running() {
    return this != STOPPED && this != FAILED;
  }

  /** Returns the status as written on the wire. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
