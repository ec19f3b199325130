package dev.otters.agentfile;

import java.util.List;

/** Names the labels by which an Agentfile asks its operator for something; they grant nothing. */
public final class LabelKeys {
  /** Keys of ENVs that the operator must supply, separated by commas. */
  public static final String REQUIRED_ENV = "io.openotters.required-env";

  /** Targets of mounts that the operator must supply, separated by commas. */
  public static final String REQUIRED_MOUNTS = "io.openotters.required-mounts";

  /** Hosts that the agent would like to reach. */
  public static final String ALLOW_HOSTS = "io.openotters.allow-hosts";

  /** Tools whose calls the operator should approve. */
  public static final String ASK_TOOLS = "io.openotters.ask-tools";

  /** Memory that the agent would like. */
  public static final String MEMORY = "io.openotters.memory";

  /** Processors that the agent would like. */
  public static final String CPUS = "io.openotters.cpus";

  /** Processes that the agent would like. */
  public static final String PIDS = "io.openotters.pids";

  private LabelKeys() {}

  /** Returns all of them. */
  public static List<String> all() {
    return List.of(REQUIRED_ENV, REQUIRED_MOUNTS, ALLOW_HOSTS, ASK_TOOLS, MEMORY, CPUS, PIDS);
  }
}
