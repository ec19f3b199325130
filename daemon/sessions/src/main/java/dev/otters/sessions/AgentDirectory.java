package dev.otters.sessions;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.TurnOptions;
import java.util.UUID;

/**
 * What sessions and the agents' sockets ask and tell the keeper of the agents. Every method may be
 * called from any thread; an agent that is not known is an {@link IllegalArgumentException}.
 */
public interface AgentDirectory {
  /** Returns what the agent's runtime is told at each connection. */
  AgentSetup setup(UUID agent);

  /** Returns the model that the agent asks, {@code provider/model}. */
  String model(UUID agent);

  /** Returns the limits of the agent's next turn. */
  TurnOptions turnOptions(UUID agent);

  /** Returns how many sessions of the agent may run a turn at once, 1 at least. */
  int maxParallelTurns(UUID agent);

  /** Hears that a runtime has authenticated; its token file is not needed any more. */
  void connected(UUID agent, String runtimeVersion);

  /** Hears that the runtime takes work. */
  void ready(UUID agent);

  /**
   * Hears that the runtime is about to exit.
   *
   * @param reason a word such as {@code init}
   * @param message one sentence for the operator
   */
  void fatal(UUID agent, String reason, String message);

  /**
   * Hears that the runtime fell silent while it held a turn. The directory kills the sandbox and
   * then calls {@link TurnService#runtimeExited}; only that makes the turn run again.
   */
  void unresponsive(UUID agent, String why);
}
