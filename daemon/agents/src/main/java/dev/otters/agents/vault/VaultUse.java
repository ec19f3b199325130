package dev.otters.agents.vault;

import dev.otters.agentfile.Vault;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.api.vault.VaultList;
import dev.otters.api.vault.VaultTool;
import dev.otters.api.vault.VaultView;
import dev.otters.oci.OciException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The vaults, and the agents that use them. */
public record VaultUse(Vaults vaults, AgentRows rows, ImageSource images) {
  /** Returns the vaults that have a value, and those without one that an agent needs. */
  public VaultList list() {
    Map<String, List<VaultTool>> tools = new TreeMap<>();
    Map<String, Instant> times = vaults.list();
    times.keySet().forEach(name -> tools.put(name, new ArrayList<>()));
    for (Agent agent : rows.agents()) {
      for (Vault vault : declared(agent)) {
        List<VaultTool> users = tools.computeIfAbsent(vault.name(), _ -> new ArrayList<>());
        vault.bins().forEach(bin -> users.add(new VaultTool(agent.name(), bin, vault.env())));
      }
    }
    return new VaultList(
        tools.entrySet().stream()
            .map(one -> new VaultView(one.getKey(), times.get(one.getKey()), one.getValue()))
            .toList());
  }

  /** Returns the vaults of an agent; none while its image cannot be read. */
  private List<Vault> declared(Agent agent) {
    try {
      return agent.spec().definition(images.agent(agent.spec().image())).inForce(Vault.class);
    } catch (OciException _) {
      return List.of();
    }
  }
}
