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

  /** Returns the error for a destination that the agent may not reach, with the remedy. */
  String denial(Destination wanted, Route.Denied denied) {
    return "This agent may not connect to "
        + wanted
        + ": "
        + denied.why()
        + ". The operator can allow it with: "
        + command
        + " --allow-host "
        + denied.missing();
  }
}
