package dev.otters.server.http;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Is what the API does with agents. A {@code reference} is a name, an id or the beginning of an id;
 * one that names no agent is an {@link dev.otters.api.ApiException}. Any thread may call.
 */
public interface AgentOperations {
  /**
   * Creates an agent and returns once it is ready.
   *
   * @param credentials each for one registry; they are used for this request and never kept
   */
  AgentView run(RunRequest request, List<HostCredentials> credentials, Progress progress);

  /**
   * Returns the agents, newest first.
   *
   * @param all whether to name those that do not run, too
   */
  AgentList list(boolean all);

  /** Returns everything about an agent. */
  AgentView inspect(String reference);

  /** Returns the id of an agent. */
  UUID id(String reference);

  /** Returns whether more may come in the log of an agent. */
  boolean mayWriteLog(String reference);

  /** Starts an agent and returns once it is ready. */
  AgentView start(String reference, Progress progress);

  /**
   * Stops an agent.
   *
   * @param grace how long its running turns may take
   */
  AgentView stop(String reference, Duration grace);

  /**
   * Removes an agent.
   *
   * @param force whether to remove one that runs
   * @param keepWorkspace whether its workspace stays in the home
   */
  void remove(String reference, boolean force, boolean keepWorkspace);

  /**
   * Checks within the transaction that stores a message whether the agent takes messages, and
   * throws if not.
   */
  void admit(UUID agent);
}
