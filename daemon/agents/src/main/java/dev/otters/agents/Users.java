package dev.otters.agents;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.SandboxUser;
import dev.otters.home.ProcessUser;
import dev.otters.home.UidRange;
import java.util.List;

/**
 * Decides whom agents run as: under a daemon of the superuser each has a user number of its own,
 * because the kernel counts some limits per user; under an ordinary user's daemon all are that
 * user.
 *
 * @param daemon whom the daemon runs as
 * @param range the numbers for agents of a superuser's daemon
 */
public record Users(ProcessUser daemon, UidRange range) {
  SandboxUser choose(List<Agent> agents) {
    if (!daemon.isRoot()) {
      return new SandboxUser(daemon.uid(), daemon.gid());
    }
    int uid =
        range
            .free(AgentRows.users(agents))
            .orElseThrow(
                () ->
                    ApiException.of(
                        ErrorCode.CONFLICT,
                        "every user number from "
                            + range.first()
                            + " to "
                            + range.last()
                            + " has an agent",
                        "remove agents, or widen uid-range in ottersd.yaml"));
    return new SandboxUser(uid, uid);
  }
}
