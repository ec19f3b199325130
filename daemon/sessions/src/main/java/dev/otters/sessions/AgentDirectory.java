package dev.otters.sessions;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.TurnOptions;
import java.util.UUID;

/**
 * The agents, as sessions and the agents' sockets see them. All methods are thread-safe and throw
 * an {@link IllegalArgumentException} for an unknown agent.
 */
public interface AgentDirectory {
  /** Returns the setup that a runtime receives at each connection. */
  AgentSetup setup(UUID agent);

  /** Returns the agent's model as {@code provider/model}. */
  String model(UUID agent);

  /** Returns the limits of the agent's next turn. */
  TurnOptions turnOptions(UUID agent);

  /** Returns how many sessions of the agent may run a turn at once; at least 1. */
  int maxParallelTurns(UUID agent);

  /** Called when a runtime has authenticated; its token file is no longer needed. */
  void connected(UUID agent, String runtimeVersion);

  /** Called when the runtime is ready for work. */
  void ready(UUID agent);

  /**
   * Called when the runtime is about to exit.
   *
   * @param reason a word such as {@code init}
   * @param message one sentence for the operator
   */
  void fatal(UUID agent, String reason, String message);

  /**
   * Called when the runtime stopped responding during a turn. The directory kills the sandbox and
   * then calls {@link TurnService#runtimeExited}; only then does the turn run again.
   */
  void unresponsive(UUID agent, String why);
}
