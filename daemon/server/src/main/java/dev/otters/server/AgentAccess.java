package dev.otters.server;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Progress;
import dev.otters.server.http.AgentOperations;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Gives operators access to the agents.
 *
 * @param keeper has them
 */
record AgentAccess(AgentKeeper keeper) implements AgentOperations {
  @Override
  public AgentView run(RunRequest request, List<HostCredentials> credentials, Progress progress) {
    return keeper.run(request, credentials, progress);
  }

  @Override
  public AgentList list(boolean all) {
    return keeper.list(all);
  }

  @Override
  public AgentView inspect(String reference) {
    return keeper.inspect(reference);
  }

  @Override
  public UUID id(String reference) {
    return keeper.find(reference).id();
  }

  @Override
  public boolean mayWriteLog(String reference) {
    return keeper.mayWriteLog(keeper.find(reference));
  }

  @Override
  public AgentView start(String reference, Progress progress) {
    return keeper.start(reference, progress);
  }

  @Override
  public AgentView stop(String reference, Duration grace) {
    return keeper.stop(reference, grace);
  }

  @Override
  public void remove(String reference, boolean force, boolean keepWorkspace) {
    keeper.remove(reference, force, keepWorkspace);
  }

  @Override
  public void admit(UUID agent) {
    keeper.admit(agent);
  }
}
