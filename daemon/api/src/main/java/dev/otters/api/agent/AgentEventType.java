package dev.otters.api.agent;

import java.util.Locale;

/** The types of events of agents, in lower case on the wire. */
public enum AgentEventType {
  /** The agent exists; its images may still be pulled. */
  CREATE,
  /** The agent became ready, also after a restart. */
  START,
  /** The sandbox of the agent ended: {@code exitCode} and {@code message} where they are known. */
  DIE,
  /**
   * The kernel killed the runtime, because the sandbox was out of memory. Precedes {@link #DIE}.
   */
  OOM,
  /** The agent stopped, on request or because its program ended with code 0. */
  STOP,
  /** The agent ended or could not be started: {@code reason} and {@code message}. */
  FAIL,
  /** The operator killed the agent. Follows the events that this caused. */
  KILL,
  /** The operator restarted the agent. Follows the events that this caused. */
  RESTART,
  /** A new definition of the agent is in force. */
  UPDATE,
  /** The agent got another name: {@code formerName}. */
  RENAME,
  /** The agent is gone. */
  REMOVE,
  /** The engine of an {@code executor} stopped answering; its agents continue. */
  ENGINE_LOST,
  /** The engine of an {@code executor} answers again. */
  ENGINE_BACK,
  /** Events are missing here: {@code message}. Every filter lets it pass. */
  GAP;

  /** Returns the type as written on the wire, such as {@code engine-lost}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
