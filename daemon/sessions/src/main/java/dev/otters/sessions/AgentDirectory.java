package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Block;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Outcomes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The agents, as sessions and the agents' sockets see them. All methods are thread-safe and throw
 * an {@link IllegalArgumentException} for an unknown agent.
 */
public interface AgentDirectory extends Outcomes.Eyes {
  /** Returns the agent whose sandbox this is; that of no session has the id of its agent. */
  UUID agent(UUID sandbox);

  /** Returns which new sessions of the agent get a sandbox of their own. */
  OwnSandboxes.Rule separates(UUID agent);

  /** Returns the setup that a runtime receives at each connection. */
  AgentSetup setup(UUID sandbox);

  /** Returns the settings of the next turn in a sandbox; empty until its runtime was ready once. */
  Optional<TurnSetup> turn(UUID sandbox);

  /**
   * Returns the limit on turns of the agent at once; empty until its runtime was ready once.
   *
   * @param rows the transaction in which it is called
   */
  Optional<Integer> maxParallelTurns(Rows rows, UUID agent);

  /**
   * Returns the resources of the agent's next turn, and those from its next start on if they are
   * others; none before its runtime was ready once, and for an agent that was removed.
   *
   * @param rows the transaction in which it is called
   */
  List<List<DeclaredResource>> resources(Rows rows, UUID agent);

  /** Returns the resources that the agent's image declares now. */
  List<DeclaredResource> resources(UUID agent);

  /** Returns the grants of the agent's new sessions, unless others are given for one. */
  Grants grants(UUID agent);

  /** Returns the scratchpads of the agent's messages, unless a message names others. */
  ContextIds contextIds(UUID agent);

  /** Returns what hides the secrets of the daemon and of the agent in the texts of its sessions. */
  @Override
  UnaryOperator<String> redactor(UUID agent);

  /**
   * Runs a call of a tool for durable files.
   *
   * @param id a name of the call that no other call has. A repeated call writes nothing again.
   * @param gate decides whether the session may write durable files
   * @return the result, without secrets
   */
  EventBody.ToolResult runFileTool(
      UUID agent, SessionId session, String id, ToolCall call, WriteGate gate);

  /** Called when an agent recorded something that it learned: its files are to be written anew. */
  void learned(UUID agent);

  /** Called when a runtime has authenticated; its token file is no longer needed. */
  void connected(UUID sandbox, String runtimeVersion);

  /**
   * Called when the runtime is ready for work.
   *
   * @param blocks the sections of the system prompt that it generated
   */
  void ready(UUID sandbox, List<Block> blocks);

  /**
   * Called when the runtime is about to exit.
   *
   * @param reason a word such as {@code init}
   * @param message one sentence for the operator
   */
  void fatal(UUID sandbox, String reason, String message);

  /**
   * Called when the runtime of a sandbox speaks another version of the protocol. The directory
   * starts the agent again with the runtime of this release; its turns go on there. If the
   * Agentfile chose the runtime, the agent fails.
   */
  void outdated(UUID sandbox, int protocol);

  /**
   * Called when the runtime stopped responding during a turn. The directory kills the sandbox and
   * then calls {@link TurnService#runtimeExited}; only then does the turn run again.
   */
  void unresponsive(UUID sandbox, String why);
}
