package dev.otters.agents.setup;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Env;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.CapabilityTools;
import dev.otters.agents.image.DeclaredResources;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Tool;
import dev.otters.egress.HostRule;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.models.chat.ToolSchema;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Secrecy;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.wake.WakeTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the setups that runtimes receive. */
public record AgentSetups(ToolTexts texts, AgentRoots roots) {
  /** The sentence for the model about a tool whose calls the operator must allow. */
  private static final String ASKS =
      "\n\nThe operator must allow each call. It then runs once, with the files of /workspace.";

  private static final AgentSetup.Limits NONE = new AgentSetup.Limits(0, 0, 0);

  public AgentSetup of(Agent agent, AgentImage image) {
    AgentSpec spec = agent.spec();
    Agentfile agentfile = spec.definition(image);
    AgentPaths paths = roots.paths(agent);
    boolean sandboxed = agent.placement().executor() != ExecutorKind.UNSANDBOXED;
    return new AgentSetup(
        new AgentSetup.Identity(
            agent.agent().toString(),
            agent.agentName(),
            description(image),
            spec.model(),
            pin(spec.image()),
            pin(spec.runtime())),
        new TurnConfig(agentfile).texts(),
        envs(agent, agentfile),
        image.contexts().stream()
            .map(c -> new AgentSetup.Context(c.name(), c.description(), c.text()))
            .toList(),
        tools(spec, image, paths),
        mounts(agent, paths),
        image.files().stream()
            .map(file -> new AgentSetup.DataFile(file.name(), file.description()))
            .toList(),
        image.skills().stream()
            .map(skill -> new AgentSetup.Skill(skill.name(), skill.description()))
            .toList(),
        agentfile.capabilities().stream()
            .map(c -> new AgentSetup.Capability(c.kebabName(), c.description()))
            .toList(),
        sandboxed ? spec.network().name().toLowerCase(Locale.ROOT) : AgentSetup.HOST_NETWORK,
        spec.reach().stream().map(HostRule::toString).toList(),
        sandboxed ? limits(spec.limits()) : NONE);
  }

  private List<AgentSetup.Mount> mounts(Agent agent, AgentPaths paths) {
    List<AgentSetup.Mount> mounts = new ArrayList<>();
    if (roots.hasRepos(agent.id())) {
      mounts.add(
          new AgentSetup.Mount(
              paths.of(AgentRoots.REPOS_TARGET),
              "Git repositories, each in a folder. You may change those that are links.",
              true));
    }
    agent
        .spec()
        .mounts()
        .forEach(
            m ->
                mounts.add(
                    new AgentSetup.Mount(paths.of(m.target()), m.description(), m.readOnly())));
    return mounts;
  }

  /** Returns the description of the agent in the image; empty for none. */
  public static String description(AgentImage image) {
    Map<String, String> labels = image.agentfile().labels();
    return labels.getOrDefault(
        "description", labels.getOrDefault("org.opencontainers.image.description", ""));
  }

  /**
   * Returns the variables of the agent's tools: the image's, with the operator's values, then the
   * operator's own.
   */
  public static List<AgentSetup.Env> envs(Agent agent, Agentfile agentfile) {
    Map<String, String> given = agent.spec().env();
    List<AgentSetup.Env> envs = new ArrayList<>();
    for (Env env : agentfile.inForce(Env.class)) {
      envs.add(env(env.key(), env.description(), given.getOrDefault(env.key(), env.value())));
    }
    given.forEach(
        (key, value) -> {
          if (envs.stream().noneMatch(env -> env.key().equals(key))) {
            envs.add(env(key, "", value));
          }
        });
    return envs;
  }

  private static AgentSetup.Env env(String key, String description, String value) {
    return new AgentSetup.Env(key, description, value, Secrecy.isSecret(key, value));
  }

  /** Returns the tools as the model sees them. */
  public List<ToolSchema> schemas(AgentSpec spec, AgentImage image) {
    Gate gate = spec.gate(image);
    List<ToolSchema> schemas = new ArrayList<>();
    List<String> servers = DeclaredResources.servers(spec.definition(image));
    for (Tool tool : spec.tools().stream().filter(it -> !servers.contains(it.name())).toList()) {
      String asks = gate.has(tool.name()) ? ASKS : "";
      schemas.add(new ToolSchema(tool.name(), described(tool, image) + asks, ToolSchema.BIN_INPUT));
    }
    boolean free = schemas.stream().noneMatch(tool -> tool.name().equals(WakeTool.NAME));
    if (free && image.agentfile().capabilities().contains(Capability.WAKE_SCHEDULE)) {
      schemas.add(WakeTool.SCHEMA);
    }
    Set<String> taken = schemas.stream().map(ToolSchema::name).collect(Collectors.toSet());
    CapabilityTools.of(image.agentfile()).stream()
        .filter(tool -> !taken.contains(tool.name()))
        .forEach(schemas::add);
    return schemas;
  }

  private String described(Tool tool, AgentImage image) {
    String usage = texts.usage(tool, image);
    return usage.isBlank()
        ? tool.description()
        : (tool.description() + "\n\n## Usage\n\n" + usage).strip();
  }

  private static List<AgentSetup.Tool> tools(AgentSpec spec, AgentImage image, AgentPaths paths) {
    Gate gate = spec.gate(image);
    return spec.tools().stream()
        .map(
            tool ->
                new AgentSetup.Tool(
                    tool.name(),
                    tool.description(),
                    gate.has(tool.name()) ? AgentSetup.Tool.GATED : paths.binary(tool)))
        .toList();
  }

  private static AgentSetup.Limits limits(Limits limits) {
    return new AgentSetup.Limits(limits.memoryBytes(), limits.cpus(), limits.pids());
  }

  private static AgentSetup.Pin pin(ImagePin pin) {
    return new AgentSetup.Pin(pin.ref(), pin.digest().toString());
  }
}
