package dev.otters.executor;

/** The network of a sandbox. */
public enum Network {
  /** A loopback interface only. */
  NONE,
  /** The engine's own bridge network. */
  BRIDGE
}
