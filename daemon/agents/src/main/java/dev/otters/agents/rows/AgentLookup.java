package dev.otters.agents.rows;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.home.text.Distance;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds the agent that an operator names by its id, its name, or a unique beginning of its id.
 *
 * @param agents returns all agents at each call
 */
public record AgentLookup(Supplier<List<Agent>> agents) {
  private static final int MOST_CANDIDATES = 5;

  /**
   * Finds an agent.
   *
   * @param reference the id, name or beginning of an id
   * @return the agent
   * @throws ApiException AGENT_NOT_FOUND if there is none, AMBIGUOUS if several ids begin so,
   *     INVALID_REQUEST if the reference is empty
   */
  public Agent find(String reference) {
    if (reference.isBlank()) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the name of the agent is empty",
          "Name an agent; 'otters ps -a' lists them.");
    }
    List<Agent> all = agents.get();
    for (Agent agent : all) {
      if (agent.id().toString().equals(reference)) {
        return agent;
      }
    }
    for (Agent agent : all) {
      if (agent.name().equals(reference)) {
        return agent;
      }
    }
    List<Agent> beginning = all.stream().filter(agent -> beginsWith(agent, reference)).toList();
    return switch (beginning.size()) {
      case 0 -> throw notFound(reference, all);
      case 1 -> beginning.getFirst();
      default -> throw ambiguous(reference, beginning);
    };
  }

  private static boolean beginsWith(Agent agent, String reference) {
    String id = agent.id().toString();
    return id.startsWith(reference) || id.replace("-", "").startsWith(reference);
  }

  private static ApiException notFound(String reference, List<Agent> all) {
    List<String> near =
        all.stream()
            .map(Agent::name)
            .sorted(Comparator.comparingInt(name -> Distance.between(reference, name)))
            .filter(name -> Distance.between(reference, name) <= Math.max(2, name.length() / 3))
            .limit(MOST_CANDIDATES)
            .toList();
    return new ApiException(
        Problem.of(
                ErrorCode.AGENT_NOT_FOUND,
                "there is no agent '" + reference + "'",
                "List all agents with 'otters ps -a'.")
            .withCandidates(near));
  }

  private static ApiException ambiguous(String reference, List<Agent> beginning) {
    List<String> names =
        beginning.stream()
            .map(agent -> agent.name() + " (" + agent.id() + ")")
            .limit(MOST_CANDIDATES)
            .toList();
    return new ApiException(
        Problem.of(
                ErrorCode.AMBIGUOUS,
                "'" + reference + "' is the beginning of several agents' ids",
                "Give more of the id, or the name.")
            .withCandidates(names));
  }
}
