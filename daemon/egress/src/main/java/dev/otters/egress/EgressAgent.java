package dev.otters.egress;

import java.util.List;
import java.util.UUID;

/**
 * An agent that uses the proxy.
 *
 * @param name for messages
 */
public record EgressAgent(UUID id, String name, List<HostRule> rules) {
  /** Copies the list. */
  public EgressAgent {
    rules = List.copyOf(rules);
  }
}
