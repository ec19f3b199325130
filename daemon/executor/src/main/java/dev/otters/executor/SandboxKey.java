package dev.otters.executor;

import java.util.Locale;
import java.util.UUID;

/**
 * The identity of a sandbox, which stays the same when the sandbox is created anew.
 *
 * @param id unique on this machine; an agent's own sandbox has the agent's id
 * @param owner the agent for which the sandbox exists; another new id if it is for no agent
 * @param purpose the use of the sandbox
 */
public record SandboxKey(UUID id, UUID owner, Purpose purpose) {
  /** The use of a sandbox. */
  public enum Purpose {
    /** The sandbox holds the agent's runtime, and outlives the daemon. */
    AGENT,
    /** The sandbox holds one run of a tool, and is removed after it. */
    TOOL,
    /**
     * The sandbox holds one run of a tool that checks the work of an agent, and is removed after
     * it. The files of the agent are read-only there.
     */
    CHECK;

    /** Returns the name in lower case. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public SandboxKey {
    if (purpose == Purpose.AGENT && !id.equals(owner)) {
      throw new IllegalArgumentException("the sandbox of agent " + owner + " has the id " + id);
    }
  }

  /** Returns the key of an agent's own sandbox. */
  public static SandboxKey ofAgent(UUID agent) {
    return new SandboxKey(agent, agent, Purpose.AGENT);
  }

  /** Returns the key of a fresh sandbox for one run of a tool. */
  public static SandboxKey ofToolRun(UUID agent) {
    return new SandboxKey(UUID.randomUUID(), agent, Purpose.TOOL);
  }

  /** Returns whether this is an agent's own sandbox. */
  public boolean isAgent() {
    return purpose == Purpose.AGENT;
  }
}
