package dev.otters.agents.rows;

import dev.otters.agentfile.Names;
import dev.otters.agentfile.Quoted;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.ImagePin;
import dev.otters.oci.ImageReference;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chooses names that are unique among the agents of a home. */
public final class AgentNames {
  private static final int LONGEST = 63;

  private AgentNames() {}

  /**
   * Chooses a name.
   *
   * @param wanted the operator's choice, which must be free
   * @param executor the operator's choice of an executor
   * @param usual the name of the image; a number is appended if it is taken
   * @param agents all agents
   * @throws ApiException NAME_TAKEN if the operator's choice is taken
   */
  public static String choose(
      Optional<String> wanted, Optional<ExecutorKind> executor, String usual, List<Agent> agents) {
    if (wanted.isPresent()) {
      agents.stream()
          .filter(agent -> agent.name().equals(wanted.get()))
          .findFirst()
          .ifPresent(
              agent -> {
                throw taken(agent, executor);
              });
      return wanted.get();
    }
    Set<String> taken = agents.stream().map(Agent::name).collect(Collectors.toSet());
    return Stream.iterate(1, number -> number + 1)
        .map(number -> numbered(usual, number))
        .filter(name -> !taken.contains(name))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the agent that a new one replaces. The author of an image chooses its usual name, so
   * that name alone replaces only an agent of the same image repository.
   *
   * @param wanted the operator's choice
   * @param usual the name of the image
   * @param image the image of the new agent
   * @param agents all agents
   * @throws ApiException NAME_TAKEN if the usual name is that of an agent of another image
   */
  public static Optional<Agent> replaced(
      Optional<String> wanted, String usual, ImagePin image, List<Agent> agents) {
    String name = wanted.orElseGet(() -> numbered(usual, 1));
    Optional<Agent> old = agents.stream().filter(agent -> agent.name().equals(name)).findFirst();
    old.filter(_ -> wanted.isEmpty())
        .map(agent -> agent.spec().image())
        .filter(pin -> !repository(pin).equals(repository(image)))
        .ifPresent(
            pin -> {
              throw ApiException.of(
                  ErrorCode.NAME_TAKEN,
                  "there is an agent '" + name + "' already, from another image: " + pin.ref(),
                  "Replace it with --name " + name + ", or choose another --name.");
            });
    return old;
  }

  private static String repository(ImagePin pin) {
    if (pin.ref().startsWith("sha256:")) {
      return pin.ref();
    }
    ImageReference reference = ImageReference.parse(pin.ref());
    return reference.host().orElse("") + "/" + reference.repository();
  }

  /**
   * Refuses a new name for an agent.
   *
   * @param renamed the agent with its present name
   * @param agents all agents
   * @throws ApiException INVALID_REQUEST if the name is not valid, NAME_TAKEN if it is taken
   */
  public static void check(Agent renamed, String name, List<Agent> agents) {
    Names.complaintAbout(name)
        .ifPresent(
            complaint -> {
              throw ApiException.of(
                  ErrorCode.INVALID_REQUEST,
                  "name " + Quoted.of(name) + " " + complaint,
                  "Choose another name.");
            });
    if (renamed.name().equals(name)) {
      throw ApiException.of(
          ErrorCode.NAME_TAKEN, "agent " + name + " has this name already", "Choose another name.");
    }
    if (agents.stream().anyMatch(agent -> agent.name().equals(name))) {
      throw ApiException.of(
          ErrorCode.NAME_TAKEN,
          "there is an agent '" + name + "' already",
          "Choose another name, or remove it with 'otters rm " + name + "'.");
    }
  }

  private static ApiException taken(Agent agent, Optional<ExecutorKind> wanted) {
    ExecutorKind executor = agent.placement().executor();
    boolean moves = wanted.isPresent() && wanted.get() != executor;
    return ApiException.of(
        ErrorCode.NAME_TAKEN,
        "there is an agent '"
            + agent.name()
            + "' already"
            + (moves
                ? ", and it runs in " + executor + ": an agent never changes its executor"
                : ""),
        "Choose another --name, or remove it with 'otters rm " + agent.name() + "'.");
  }

  private static String numbered(String usual, int number) {
    String suffix = number == 1 ? "" : "-" + number;
    return usual.substring(0, Math.min(usual.length(), LONGEST - suffix.length())) + suffix;
  }
}
