package dev.otters.agents.create;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.SandboxUser;
import dev.otters.home.ProcessUser;
import dev.otters.home.ReservedIds;
import dev.otters.home.UidRange;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Chooses the user that an agent runs as. Under root each agent has a user id of its own, since the
 * kernel counts some limits per user; otherwise all agents run as the daemon's user.
 *
 * <p>An id that an agent has left is used again last, so that a new agent does not own what the old
 * one left behind.
 *
 * @param daemon the user that the daemon runs as
 * @param range the ids for the agents of root's daemon
 */
public record AgentUsers(ProcessUser daemon, UidRange range) {
  private static final Path ETC = Path.of("/etc");

  /** Returns the user of a new agent. The search begins after the uid that was given last. */
  SandboxUser choose(List<Agent> agents, int last) {
    if (!daemon.isRoot()) {
      return new SandboxUser(daemon.uid(), daemon.gid());
    }
    Set<Integer> taken = AgentRows.users(agents);
    int uid = range.free(taken, ReservedIds.read(ETC), last).orElseThrow(this::exhausted);
    return new SandboxUser(uid, uid);
  }

  private ApiException exhausted() {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "every user id from " + range.first() + " to " + range.last() + " has an agent",
        "Remove agents, or widen uid-range in ottersd.yaml.");
  }
}
