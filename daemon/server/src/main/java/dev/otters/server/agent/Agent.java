package dev.otters.server.agent;

import dev.otters.executor.Exit;
import dev.otters.executor.SandboxUser;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * Is an agent as the database has it.
 *
 * @param id never changes and is never used again
 * @param name unique among the agents of this home
 * @param user whom its sandbox runs as
 * @param spec what it is made of
 * @param state where it is in its life
 * @param created whether it was ready once; until then a failure removes it
 * @param wanted whether the operator wants it to run
 * @param keepWorkspace whether its workspace outlives its removal
 * @param restarts how often in a row its restart policy started it again
 * @param createdAt when it was asked for
 * @param startedAt when its newest sandbox was started; empty when none ever was
 * @param sandbox the executor's id of the sandbox that it has now; empty when it has none
 * @param exit how its last sandbox ended; empty when none has
 */
public record Agent(
    UUID id,
    String name,
    SandboxUser user,
    AgentSpec spec,
    Lifecycle state,
    boolean created,
    boolean wanted,
    boolean keepWorkspace,
    int restarts,
    Instant createdAt,
    Optional<Instant> startedAt,
    Optional<String> sandbox,
    Optional<Exit> exit) {
  /** Returns whether a sandbox of it should exist now. */
  public boolean live() {
    return switch (state) {
      case Lifecycle.Starting s -> true;
      case Lifecycle.Ready r -> true;
      case Lifecycle.Working w -> true;
      default -> false;
    };
  }

  Agent with(Lifecycle next) {
    return new Agent(
        id,
        name,
        user,
        spec,
        next,
        created,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }

  Agent with(AgentSpec pinned) {
    return new Agent(
        id,
        name,
        user,
        pinned,
        state,
        created,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }

  Agent wanted(boolean wish) {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        created,
        wish,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }

  Agent withRestarts(int count) {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        created,
        wanted,
        keepWorkspace,
        count,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }

  Agent completed() {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        true,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }

  Agent inSandbox(String sandboxId, Instant since) {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        created,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        Optional.of(since),
        Optional.of(sandboxId),
        Optional.empty());
  }

  Agent endedWith(Exit end) {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        created,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        Optional.of(end));
  }

  Agent withoutSandbox(Optional<Exit> end) {
    return new Agent(
        id,
        name,
        user,
        spec,
        state,
        created,
        wanted,
        keepWorkspace,
        restarts,
        createdAt,
        startedAt,
        Optional.empty(),
        end.or(() -> exit));
  }

  Agent removed(boolean keepingWorkspace, Lifecycle next) {
    return new Agent(
        id,
        name,
        user,
        spec,
        next,
        created,
        false,
        keepingWorkspace,
        restarts,
        createdAt,
        startedAt,
        sandbox,
        exit);
  }
}
