package dev.otters.agents.supervise;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Decides what follows when an agent ends that the operator wants to run. */
public record RestartRules(RestartBackoff backoff) {
  /** The running time after which an agent is not in a crash loop. */
  private static final Duration STABLE = Duration.ofMinutes(1);

  /**
   * Decides about an agent whose sandbox ended.
   *
   * @param agent the agent before, which is live
   * @param clean whether the program ended with code 0, and not while it was out of sight: an agent
   *     that shall run and is found dead counts as crashed
   * @param failure the runtime's own report, or else the exit
   * @param now the current time
   * @return the agent after that
   */
  Agent afterExit(Agent agent, boolean clean, AgentFailure failure, Instant now) {
    boolean stable = agent.startedAt().map(at -> at.plus(STABLE).isBefore(now)).orElse(false);
    Agent current = stable ? agent.withRestarts(0) : agent;
    if (clean && !current.spec().restart().restarts(false, current.restarts())) {
      return current.state() instanceof Lifecycle.Stoppable live
          ? current.with(live.stop())
          : current;
    }
    return afterFailure(current, !clean, failure, now);
  }

  /**
   * Decides about an agent that could not be started again.
   *
   * @param agent the agent before, which is starting
   * @param failed whether this counts as a failure, and not as an end with code 0
   * @param now the current time
   * @return the failed agent, possibly with a next try
   */
  Agent afterFailure(Agent agent, boolean failed, AgentFailure failure, Instant now) {
    if (!(agent.state() instanceof Lifecycle.Fallible live)) {
      return agent;
    }
    boolean hopeless = failure.reason() == Reason.CONFIG;
    if (!hopeless && agent.spec().restart().restarts(failed, agent.restarts())) {
      Instant next = later(now, backoff.before(agent.restarts()));
      return agent.with(live.fail(failure.reason(), failure.getMessage()).retry(next));
    }
    int ends = agent.restarts() + 1;
    boolean loop = !hopeless && ends > 1;
    return agent.with(
        loop
            ? live.fail(Reason.CRASH_LOOP, failure.getMessage() + ", " + ends + " times in a row")
            : live.fail(failure.reason(), failure.getMessage()));
  }

  /**
   * Schedules the next try of an agent whose engine was unreachable, without counting a failure.
   */
  Agent afterOutage(Agent agent, AgentFailure failure, Instant now) {
    if (!(agent.state() instanceof Lifecycle.Fallible live)) {
      return agent;
    }
    Instant next = later(now, backoff.before(Integer.MAX_VALUE));
    return agent
        .withRestarts(Math.max(0, agent.restarts() - 1))
        .with(live.fail(failure.reason(), failure.getMessage()).retry(next));
  }

  private static Instant later(Instant now, Duration wait) {
    return now.plus(wait).truncatedTo(ChronoUnit.MILLIS);
  }
}
