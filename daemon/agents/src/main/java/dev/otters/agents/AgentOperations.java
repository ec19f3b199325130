package dev.otters.agents;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The operations of the API on agents. A {@code reference} is a name, an id or the beginning of an
 * id; one that names no agent is an {@link dev.otters.api.ApiException}. Safe for use by any
 * thread.
 */
public interface AgentOperations {
  /**
   * Creates an agent and waits until it is ready. If this throws, nothing of the agent is left.
   *
   * @param request the operator's request
   * @param credentials the operator's registry credentials, used for this request and never kept
   * @param progress receives the steps of the creation
   * @return the ready agent
   */
  AgentView run(RunRequest request, List<HostCredentials> credentials, Progress progress);

  /**
   * Returns the agents, newest first.
   *
   * @param all whether to include agents that do not run
   */
  AgentList list(boolean all);

  /** Returns everything about an agent. */
  AgentView inspect(String reference);

  /** Returns the id of an agent. */
  UUID id(String reference);

  /** Returns whether the log of an agent may still grow. */
  boolean mayWriteLog(String reference);

  /**
   * Starts an agent and waits until it is ready. A running agent stays as it is.
   *
   * @param reference names the agent
   * @param progress receives the steps of the start
   * @return the ready agent
   */
  AgentView start(String reference, Progress progress);

  /**
   * Stops an agent. A stopped agent stays as it is.
   *
   * @param reference names the agent
   * @param grace how long its running turns may take
   * @return the stopped agent
   */
  AgentView stop(String reference, Duration grace);

  /**
   * Removes an agent with its root, log, tokens and sessions.
   *
   * @param reference names the agent
   * @param force whether to remove a running agent
   * @param keepWorkspace whether to move its workspace to {@code kept/} in the home folder
   */
  void remove(String reference, boolean force, boolean keepWorkspace);

  /**
   * Checks that an agent accepts messages. Runs within the transaction that stores the message, so
   * that the answer stays true until the message is stored.
   *
   * @throws dev.otters.api.ApiException AGENT_NOT_RUNNING with the command that starts the agent
   */
  void admit(UUID agent);
}
