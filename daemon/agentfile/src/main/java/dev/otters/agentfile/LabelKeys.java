package dev.otters.agentfile;

import java.util.List;

/** The labels with which an Agentfile states its needs to the operator. They grant nothing. */
public final class LabelKeys {
  /** Keys of ENVs that the operator must supply, separated by commas. */
  public static final String REQUIRED_ENV = "io.openotters.required-env";

  /** Targets of mounts that the operator must supply, separated by commas. */
  public static final String REQUIRED_MOUNTS = "io.openotters.required-mounts";

  /** Hosts that the agent asks to reach. */
  public static final String ALLOW_HOSTS = "io.openotters.allow-hosts";

  /** Tools whose calls should need an approval. */
  public static final String ASK_TOOLS = "io.openotters.ask-tools";

  /** Memory that the agent asks for. */
  public static final String MEMORY = "io.openotters.memory";

  /** Number of processors that the agent asks for. */
  public static final String CPUS = "io.openotters.cpus";

  /** Number of processes that the agent asks for. */
  public static final String PIDS = "io.openotters.pids";

  private LabelKeys() {}

  /** Returns all keys. */
  public static List<String> all() {
    return List.of(REQUIRED_ENV, REQUIRED_MOUNTS, ALLOW_HOSTS, ASK_TOOLS, MEMORY, CPUS, PIDS);
  }
}
