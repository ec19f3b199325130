package dev.otters.agents.rows;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Finds the sandbox in which an operator looks at files and programs.
 *
 * @param separates returns whether each session of an agent has a sandbox of its own
 * @param sandboxes returns the sandbox of a session of an agent
 */
public record SandboxLookup(
    AgentRows rows, Predicate<UUID> separates, BiFunction<UUID, String, UUID> sandboxes) {
  /**
   * Finds the sandbox of a session, or the one that the sessions of an agent share.
   *
   * @param reference the id or name of the agent, or a beginning of its id
   * @param session the id or name of a session, or a beginning of its id; empty for the shared one
   * @throws ApiException INVALID_REQUEST if none is named and each session has its own,
   *     AGENT_NOT_RUNNING if that of the session was never started
   */
  public Agent find(String reference, Optional<String> session) {
    Agent agent = new AgentLookup(rows::agents).find(reference);
    if (session.isPresent()) {
      return rows.find(sandboxes.apply(agent.id(), session.get()))
          .orElseThrow(() -> notRunning(agent.name() + "/" + session.get()));
    }
    if (separates.test(agent.id())) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "each session of agent " + agent.name() + " has a sandbox of its own",
          "Name one with --session; 'otters session ls " + agent.name() + "' lists them.");
    }
    return agent;
  }

  /** Returns the failure of what needs a running sandbox. */
  public static ApiException notRunning(Agent agent) {
    return agent.session().isPresent()
        ? notRunning(agent.shownName())
        : ApiException.of(
            ErrorCode.AGENT_NOT_RUNNING,
            "agent " + agent.name() + " is not running",
            "Start it with 'otters start " + agent.name() + "'.");
  }

  private static ApiException notRunning(String sandbox) {
    return ApiException.of(
        ErrorCode.AGENT_NOT_RUNNING,
        "the sandbox of session " + sandbox + " is not running",
        "Send the session a message, which starts it.");
  }
}
