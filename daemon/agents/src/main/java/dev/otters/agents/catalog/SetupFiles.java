package dev.otters.agents.catalog;

import dev.otters.agentfile.Vault;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.setup.AgentPaths;
import dev.otters.protocol.AgentSetup;
import dev.otters.sessions.catalog.CatalogFile;
import java.util.List;
import java.util.Optional;

/** The files about an agent that are the same in all of its sessions. */
final class SetupFiles {
  private SetupFiles() {}

  /**
   * The content of {@code environment.json}. A limit of 0 is none.
   *
   * @param variables the names of the tools' variables, without their values
   */
  record Environment(
      Named agent,
      AgentSetup.Pin image,
      AgentSetup.Pin runtime,
      Sandbox sandbox,
      List<String> capabilities,
      List<String> variables) {}

  /** The agent. */
  record Named(String id, String name, String description) {}

  /**
   * The sandbox of the agent.
   *
   * @param mode the executor
   * @param hosts the hosts that the agent may reach
   */
  record Sandbox(String mode, String networkAccess, List<String> hosts, AgentSetup.Limits limits) {}

  /** The content of {@code skills.json}. */
  record Skills(int count, List<Skill> skills) {}

  /** A skill with the path of its instructions. */
  record Skill(String name, String description, String filePath) {}

  /** The content of {@code vaults.json}. */
  record Vaults(int count, List<VaultName> vaults) {}

  /** A vault, whose value only the named tools receive. */
  record VaultName(String vaultName, List<String> tools, Optional<String> description) {}

  static CatalogFile environment(Agent agent, AgentSetup setup) {
    return CatalogFile.json(
        "environment",
        new Environment(
            new Named(
                setup.identity().id(),
                setup.identity().name(),
                CatalogFile.brief(setup.identity().description())),
            setup.identity().image(),
            setup.identity().runtime(),
            new Sandbox(
                CatalogFile.word(agent.placement().executor()),
                setup.network(),
                CatalogFile.cut(setup.hosts()),
                setup.limits()),
            setup.capabilities().stream().map(AgentSetup.Capability::name).toList(),
            CatalogFile.cut(setup.envs().stream().map(AgentSetup.Env::key).toList())));
  }

  static CatalogFile skills(AgentSetup setup, AgentPaths paths) {
    List<Skill> skills =
        setup.skills().stream()
            .map(
                skill ->
                    new Skill(
                        skill.name(),
                        CatalogFile.brief(skill.description()),
                        paths.of("/opt/skills/" + skill.name() + "/SKILL.md")))
            .toList();
    return CatalogFile.json("skills", new Skills(skills.size(), CatalogFile.cut(skills)));
  }

  static CatalogFile vaults(List<Vault> declared) {
    List<VaultName> vaults =
        declared.stream()
            .map(
                vault ->
                    new VaultName(
                        vault.name(),
                        vault.bins(),
                        Optional.of(CatalogFile.brief(vault.description()))
                            .filter(text -> !text.isEmpty())))
            .toList();
    return CatalogFile.json("vaults", new Vaults(vaults.size(), CatalogFile.cut(vaults)));
  }
}
