package dev.otters.api.agent;

import java.util.Locale;

/** Is what an agent does, lower case on the wire. */
public enum AgentStatus {
  /** Is being created: image, folder, container. */
  CREATING,
  /** Has a sandbox whose runtime is not ready yet. */
  STARTING,
  /** Waits for messages. */
  READY,
  /** Runs at least one turn. */
  WORKING,
  /** Ended by itself and waits to be started again by its restart policy. */
  RESTARTING,
  /** Was told to stop and has not yet. */
  STOPPING,
  /** Was stopped, or ended with code 0. */
  STOPPED,
  /** Ended in a way that nobody asked for; the reason says more. */
  FAILED,
  /** Is being removed. */
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
