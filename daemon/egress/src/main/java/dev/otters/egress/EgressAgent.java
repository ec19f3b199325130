package dev.otters.egress;

import java.util.List;
import java.util.UUID;

/**
 * An agent that uses the proxy.
 *
 * @param id the agent whose contacts are noted; those of another id are not
 * @param command the command that allows a host, without the option
 */
public record EgressAgent(UUID id, String command, List<HostRule> rules) {
  /** Copies the list. */
  public EgressAgent {
    rules = List.copyOf(rules);
  }
}
