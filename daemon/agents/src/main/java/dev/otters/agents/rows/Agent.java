package dev.otters.agents.rows;

import dev.otters.executor.Exit;
import dev.otters.executor.ImagePin;
import dev.otters.executor.SandboxUser;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An agent as the database holds it, or the own sandbox of a session, which is started, supervised
 * and removed in the same way.
 *
 * @param id a number that never changes and is never used again
 * @param name unique among the agents of this home; that of a session's sandbox begins with the
 *     name of the agent and a slash, and ends with the id
 * @param placement the executor that runs it
 * @param createdAt the time of the request
 * @param standing the part that changes while the agent lives
 * @param session the session whose sandbox it is; empty for an agent
 */
public record Agent(
    UUID id,
    String name,
    SandboxUser user,
    Placement placement,
    AgentSpec spec,
    Instant createdAt,
    RunState standing,
    Optional<OwnSession> session) {
  /** Creates an agent. */
  public Agent(
      UUID id,
      String name,
      SandboxUser user,
      Placement placement,
      AgentSpec spec,
      Instant createdAt,
      RunState standing) {
    this(id, name, user, placement, spec, createdAt, standing, Optional.empty());
  }

  /** Returns the id of the agent, also for the sandbox of a session. */
  public UUID agent() {
    return session.map(OwnSession::agent).orElse(id);
  }

  /** Returns the name of the agent, also for the sandbox of a session. */
  public String agentName() {
    return session.isEmpty() ? name : name.substring(0, name.indexOf('/'));
  }

  /** Returns the name of the agent, for the sandbox of a session with a slash and its session. */
  public String shownName() {
    return session.map(own -> agentName() + "/" + own.session()).orElse(name);
  }

  /** Returns the sandbox of a session of this agent, which does not run. */
  public Agent ofSession(UUID sandbox, String sessionId, SandboxUser itsUser, Instant now) {
    RunState rests = RunState.fresh().with(new Lifecycle.Stopped()).completed().wanted(false);
    OwnSession own = new OwnSession(id, sessionId);
    return new Agent(
        sandbox, name + "/" + sandbox, itsUser, placement, spec, now, rests, Optional.of(own));
  }

  /** Returns the state of the agent. */
  public Lifecycle state() {
    return standing.state();
  }

  /** Returns whether it was ready once. Until then, a failure removes it. */
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

  /** Returns the number of restarts in a row by its restart policy. */
  public int restarts() {
    return standing.restarts();
  }

  /** Returns the start time of its newest sandbox; empty if it never had one. */
  public Optional<Instant> startedAt() {
    return standing.newest().startedAt();
  }

  /** Returns the executor's id of its current sandbox, if any. */
  public Optional<String> sandbox() {
    return standing.newest().sandbox();
  }

  /** Returns how its last sandbox ended, if one has. */
  public Optional<Exit> exit() {
    return standing.newest().exit();
  }

  /** Returns whether it should have a sandbox now. */
  public boolean live() {
    return switch (state()) {
      case Lifecycle.Starting _ -> true;
      case Lifecycle.Ready _ -> true;
      case Lifecycle.Working _ -> true;
      default -> false;
    };
  }

  /** Returns whether it neither runs nor waits to be started again. */
  public boolean rests() {
    return switch (state()) {
      case Lifecycle.Stopped _ -> true;
      case Lifecycle.Failed failed -> failed.nextTry().isEmpty();
      default -> false;
    };
  }

  /** Returns the agent with another name. */
  public Agent named(String other) {
    return new Agent(id, other, user, placement, spec, createdAt, standing, session);
  }

  /** Returns the agent with another definition, for good. */
  public Agent with(AgentSpec pinned) {
    return with(pinned, Optional.empty());
  }

  /** Returns the agent with another definition, which is for good as soon as it is ready. */
  public Agent trying(AgentSpec other) {
    return with(other, Optional.of(spec));
  }

  /** Returns the agent with the definition before the one that it tries, if it tries one. */
  public Agent undone() {
    return standing.before().map(this::with).orElse(this);
  }

  private Agent with(AgentSpec other, Optional<AgentSpec> before) {
    return new Agent(id, name, user, placement, other, createdAt, standing.before(before), session);
  }

  /** Returns the images that the agent needs, also if its definition is undone. */
  public Stream<ImagePin> images() {
    return Stream.concat(spec.images(), standing.before().stream().flatMap(AgentSpec::images));
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
    return new Agent(id, name, user, placement, spec, createdAt, next, session);
  }

  private Agent with(Optional<Instant> startedAt, Optional<String> sandbox, Optional<Exit> exit) {
    return with(standing.with(new RunState.Newest(startedAt, sandbox, exit)));
  }
}
