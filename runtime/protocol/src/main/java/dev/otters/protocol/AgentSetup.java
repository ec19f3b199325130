package dev.otters.protocol;

import java.util.List;
import java.util.Map;

/**
 * What an agent is made of, as the daemon resolved it for this start.
 *
 * @param description empty for none
 * @param model {@code provider/model}
 * @param configs CONFIG values as text
 * @param contexts in declaration order
 * @param dataFiles what lies in {@code /etc/data}
 * @param network {@code none}, {@code bridge} or {@link #HOST_NETWORK}
 */
public record AgentSetup(
    String id,
    String name,
    String description,
    String model,
    Map<String, String> configs,
    List<Env> envs,
    List<Context> contexts,
    List<Tool> tools,
    List<Mount> mounts,
    List<DataFile> dataFiles,
    List<Capability> capabilities,
    String network,
    Limits limits,
    Pin image,
    Pin runtime) {
  /** Is the network of an agent that has the machine's. */
  public static final String HOST_NETWORK = "host";

  /** How many turns of an agent run at once where its Agentfile says nothing. */
  public static final int DEFAULT_PARALLEL_TURNS = 1;

  /** Copies the lists and the map. */
  public AgentSetup {
    configs = Map.copyOf(configs);
    envs = List.copyOf(envs);
    contexts = List.copyOf(contexts);
    tools = List.copyOf(tools);
    mounts = List.copyOf(mounts);
    dataFiles = List.copyOf(dataFiles);
    capabilities = List.copyOf(capabilities);
  }

  /**
   * An environment variable of the tools.
   *
   * @param description empty for none
   * @param value never printed by {@code toString}
   * @param secret whether the daemon says that nobody may be shown the value
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
   * @param usage how to call it; empty for none
   * @param binary its absolute path in the sandbox
   */
  public record Tool(String name, String description, String usage, String binary) {}

  /**
   * A folder or file of the host that the operator mounted.
   *
   * @param target its absolute path in the sandbox
   * @param description empty for none
   */
  public record Mount(String target, String description, boolean readOnly) {}

  /**
   * A file that came with the image.
   *
   * @param name its name below {@code /etc/data}
   * @param description empty for none
   */
  public record DataFile(String name, String description) {}

  /** A capability that the Agentfile declares. */
  public record Capability(String name, String description) {}

  /**
   * What the kernel lets the whole sandbox use.
   *
   * @param memoryBytes 0 for no limit
   * @param cpus 0 for no limit
   * @param pids 0 for no limit
   */
  public record Limits(long memoryBytes, double cpus, long pids) {}

  /**
   * An image by the name it was asked for and the digest that it was.
   *
   * @param digest {@code sha256:…}; empty when unknown
   */
  public record Pin(String ref, String digest) {}
}
