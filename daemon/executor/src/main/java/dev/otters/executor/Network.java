package dev.otters.executor;

/** Says what network a sandbox has. */
public enum Network {
  /** A loopback interface only. */
  NONE,
  /** The engine's own bridge network. */
  BRIDGE
}
