package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentLookup;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Renewal;
import dev.otters.agents.supervise.RowEvents;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentEventType;
import dev.otters.api.agent.AgentView;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts, stops, restarts and kills agents for the operator. */
final class AgentPower {
  private final AgentRows rows;
  private final Renewal renewal;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final AgentTasks tasks;
  private final StartAttempts attempts;
  private final AgentViews views;
  private final RowEvents events;

  AgentPower(Renewal renewal, StartAttempts attempts, AgentViews views, RowEvents events) {
    this.rows = renewal.rows();
    this.renewal = renewal;
    this.runner = renewal.runner();
    this.stopper = renewal.stopper();
    this.tasks = renewal.tasks();
    this.attempts = attempts;
    this.views = views;
    this.events = events;
  }

  AgentView start(Agent named, Progress progress) {
    return tasks.call(named.id(), () -> views.view(started(current(named), progress)));
  }

  private Agent started(Agent agent, Progress progress) {
    return switch (agent.state()) {
      case Lifecycle.Stopped _ -> runner.start(agent, 0, progress);
      case Lifecycle.Failed _ -> runner.start(agent, 0, progress);
      case Lifecycle.Starting _ -> agent;
      case Lifecycle.Ready _ -> agent;
      case Lifecycle.Working _ -> agent;
      case Lifecycle.Queued _ -> throw busy(agent);
      case Lifecycle.Pulling _ -> throw busy(agent);
      case Lifecycle.Removing _ -> throw busy(agent);
    };
  }

  AgentView stop(Agent named, Duration grace) {
    if (named.created()) {
      prevent(named, "it was stopped by the operator");
    }
    return tasks.call(
        named.id(),
        () -> rested(named, row -> stopper.stop(row, grace), "stopped by the operator"));
  }

  AgentView restart(Agent named, Duration grace, Progress progress) {
    if (named.created()) {
      attempts.fail(named.id(), given("it was restarted by the operator"));
    }
    return tasks.call(named.id(), () -> views.view(restarted(current(named), grace, progress)));
  }

  private Agent restarted(Agent agent, Duration grace, Progress progress) {
    runner.note(agent.id(), "restarted by the operator");
    try {
      Agent ready =
          agent.live()
              ? renewal.renew(
                  agent.id(), "the operator restarts it", (_, row) -> row, grace, progress)
              : started(agent, progress);
      events.publish(AgentEventType.RESTART, ready);
      return ready;
    } catch (RuntimeException e) {
      renewal.sweep(agent.id(), e);
      throw e;
    }
  }

  /** Kills an agent that runs. */
  AgentView kill(Agent named) {
    prevent(named, "it was killed by the operator");
    stopper.cutOff(named);
    return tasks.call(named.id(), () -> rested(named, this::killed, "killed by the operator"));
  }

  private void killed(Agent agent) {
    stopper.rest(agent);
    events.publish(AgentEventType.KILL, agent);
  }

  /** Fails the start in progress of an agent, and prevents the next one of a command or policy. */
  void prevent(Agent named, String why) {
    stopper.unwant(named.id());
    attempts.fail(named.id(), given(why));
  }

  /** Stops an agent, which may be removed before or after that, and returns it stopped. */
  private AgentView rested(Agent named, Consumer<Agent> stop, String note) {
    if (rows.find(named.id()).isEmpty() && named.state() instanceof Lifecycle.Stoppable ran) {
      return views.view(named.withoutSandbox(Optional.empty()).with(ran.stop()));
    }
    stop.accept(current(named));
    runner.note(named.id(), note);
    AgentView view = views.view(current(named));
    stopper.sweep(named.id());
    return view;
  }

  private Agent current(Agent named) {
    return new AgentLookup(rows::agents).find(named.id().toString());
  }

  private static AgentFailure given(String message) {
    return new AgentFailure(Reason.INIT, message, AgentFailure.ENDED);
  }

  private static ApiException busy(Agent agent) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "agent " + agent.name() + " is " + agent.state().word() + " and cannot be started",
        "Wait until that is done.");
  }
}
