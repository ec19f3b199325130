package dev.otters.agents.rows;

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
 * @param placement what runs it
 * @param spec what it is made of
 * @param createdAt when it was asked for
 * @param standing all that changes while it lives
 */
public record Agent(
    UUID id,
    String name,
    SandboxUser user,
    Placement placement,
    AgentSpec spec,
    Instant createdAt,
    RunState standing) {
  /** Returns where it is in its life. */
  public Lifecycle state() {
    return standing.state();
  }

  /** Returns whether it was ready once; until then a failure removes it. */
  public boolean created() {
    return standing.created();
  }

  /** Returns whether the operator wants it to run. */
  public boolean wanted() {
    return standing.wanted();
  }

  /** Returns whether its workspace outlives its removal. */
  public boolean keepWorkspace() {
    return standing.keepWorkspace();
  }

  /** Returns how often in a row its restart policy started it again. */
  public int restarts() {
    return standing.restarts();
  }

  /** Returns when its newest sandbox was started; empty when none ever was. */
  public Optional<Instant> startedAt() {
    return standing.newest().startedAt();
  }

  /** Returns the executor's id of the sandbox that it has now; empty when it has none. */
  public Optional<String> sandbox() {
    return standing.newest().sandbox();
  }

  /** Returns how its last sandbox ended; empty when none has. */
  public Optional<Exit> exit() {
    return standing.newest().exit();
  }

  /** Returns whether a sandbox of it should exist now. */
  public boolean live() {
    return switch (state()) {
      case Lifecycle.Starting s -> true;
      case Lifecycle.Ready r -> true;
      case Lifecycle.Working w -> true;
      default -> false;
    };
  }

  public Agent with(AgentSpec pinned) {
    return new Agent(id, name, user, placement, pinned, createdAt, standing);
  }

  public Agent with(Lifecycle next) {
    return with(standing.with(next));
  }

  public Agent wanted(boolean wish) {
    return with(standing.wanted(wish));
  }

  public Agent withRestarts(int count) {
    return with(standing.withRestarts(count));
  }

  public Agent completed() {
    return with(standing.completed());
  }

  public Agent inSandbox(String sandboxId, Instant since) {
    return with(Optional.of(since), Optional.of(sandboxId), Optional.empty());
  }

  public Agent endedWith(Exit end) {
    return with(startedAt(), sandbox(), Optional.of(end));
  }

  public Agent withoutSandbox(Optional<Exit> end) {
    return with(startedAt(), Optional.empty(), end.or(this::exit));
  }

  public Agent removed(boolean keepingWorkspace, Lifecycle next) {
    return with(standing.with(next).wanted(false).keeping(keepingWorkspace));
  }

  private Agent with(RunState next) {
    return new Agent(id, name, user, placement, spec, createdAt, next);
  }

  private Agent with(Optional<Instant> startedAt, Optional<String> sandbox, Optional<Exit> exit) {
    return with(standing.with(new RunState.Newest(startedAt, sandbox, exit)));
  }
}
