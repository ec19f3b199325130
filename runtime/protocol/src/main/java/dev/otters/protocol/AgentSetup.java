package dev.otters.protocol;

import java.util.List;
import java.util.Map;

/**
 * The setup of an agent, as the daemon resolved it for this start.
 *
 * @param configs CONFIG values as text
 * @param contexts in declaration order
 * @param dataFiles the files in {@code /etc/data}
 * @param skills the folders in {@code /opt/skills}
 * @param network {@code none}, {@code bridge}, {@link #EGRESS_NETWORK} or {@link #HOST_NETWORK}
 * @param hosts the hosts that the agent may reach through the proxy
 */
public record AgentSetup(
    Identity identity,
    Map<String, String> configs,
    List<Env> envs,
    List<Context> contexts,
    List<Tool> tools,
    List<Mount> mounts,
    List<DataFile> dataFiles,
    List<Skill> skills,
    List<Capability> capabilities,
    String network,
    List<String> hosts,
    Limits limits) {
  /** The network of an agent that uses the machine's own. */
  public static final String HOST_NETWORK = "host";

  /** The network of an agent that reaches other machines through the daemon's proxy only. */
  public static final String EGRESS_NETWORK = "egress";

  /** How many turns of an agent may run at once unless its Agentfile says otherwise. */
  public static final int DEFAULT_PARALLEL_TURNS = 4;

  public AgentSetup {
    configs = Map.copyOf(configs);
    envs = List.copyOf(envs);
    contexts = List.copyOf(contexts);
    tools = List.copyOf(tools);
    mounts = List.copyOf(mounts);
    dataFiles = List.copyOf(dataFiles);
    skills = List.copyOf(skills);
    capabilities = List.copyOf(capabilities);
    hosts = List.copyOf(hosts);
  }

  /**
   * The name of an agent, and what it was made from.
   *
   * @param description empty for none
   * @param model {@code provider/model}
   */
  public record Identity(
      String id, String name, String description, String model, Pin image, Pin runtime) {}

  /**
   * An environment variable of the tools.
   *
   * @param description empty for none
   * @param value never printed by {@code toString}
   * @param secret whether the daemon marks the value as secret
   */
  public record Env(String key, String description, String value, boolean secret) {
    @Override
    public String toString() {
      return "Env[" + key + "=***]";
    }
  }

  /**
   * A CONTEXT of the Agentfile.
   *
   * @param description empty for none
   * @param body Markdown, verbatim
   */
  public record Context(String name, String description, String body) {}

  /**
   * A BIN that the agent may call.
   *
   * @param description empty for none
   * @param binary its absolute path in the sandbox, or {@link #GATED}
   */
  public record Tool(String name, String description, String binary) {
    /** The path of a tool that is not in the sandbox: the daemon runs it, if it is allowed. */
    public static final String GATED = "";

    /** Returns whether the operator must allow each call. */
    public boolean gated() {
      return binary.equals(GATED);
    }
  }

  /**
   * A file or folder of the host that the operator mounted.
   *
   * @param target its absolute path in the sandbox
   * @param description empty for none
   */
  public record Mount(String target, String description, boolean readOnly) {}

  /**
   * A data file of the image.
   *
   * @param name its name below {@code /etc/data}
   * @param description empty for none
   */
  public record DataFile(String name, String description) {}

  /**
   * A skill of the image.
   *
   * @param name its folder below {@code /opt/skills}, which contains {@code SKILL.md}
   * @param description empty for none
   */
  public record Skill(String name, String description) {}

  /** A capability declared in the Agentfile. */
  public record Capability(String name, String description) {}

  /**
   * The resource limits of the sandbox.
   *
   * @param memoryBytes 0 for no limit
   * @param cpus 0 for no limit
   * @param pids 0 for no limit
   */
  public record Limits(long memoryBytes, double cpus, long pids) {}

  /**
   * An image reference and the digest it resolved to.
   *
   * @param digest {@code sha256:…}; empty when unknown
   */
  public record Pin(String ref, String digest) {}
}
