package dev.otters.api.agent;

import java.util.List;

/**
 * Changes of the hosts that an agent may reach.
 *
 * @param allowHosts hosts to allow; an agent without a network gets one for them
 * @param allowHostsRemove rules to remove, as the agent has them
 */
public record HostChanges(List<String> allowHosts, List<String> allowHostsRemove) {
  /** No change. */
  public static final HostChanges NONE = new HostChanges(List.of(), List.of());
}
