package dev.otters.executor;

/** The network of a sandbox. */
public enum Network {
  /** A loopback interface only. */
  NONE,
  /**
   * As {@link #NONE}; in an agent's sandbox, the runtime relays connections to the daemon's proxy.
   */
  EGRESS,
  /** The bridge network of the home, in which agents cannot reach each other. */
  BRIDGE
}
