package dev.otters.agents.supervise;

import dev.otters.agents.events.AgentEvents;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.RowListener;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEvent.Details;
import dev.otters.api.agent.AgentEventType;
import dev.otters.executor.Exit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Publishes what happens to agents, as the changes of their rows show it. */
public record RowEvents(AgentEvents events) implements RowListener {
  private static final int LONGEST_MESSAGE = 500;
  private static final int MOST_LABELS = 4 << 10;

  @Override
  public void changed(Optional<Agent> before, Optional<Agent> after) {
    if (before.or(() -> after).filter(row -> row.session().isPresent()).isPresent()) {
      return;
    }
    if (before.isPresent() && after.isPresent()) {
      changed(before.get(), after.get());
    } else {
      after.ifPresent(agent -> publish(AgentEventType.CREATE, agent));
      before.ifPresent(agent -> publish(AgentEventType.REMOVE, agent));
    }
  }

  /** Publishes an event without details. */
  public void publish(AgentEventType type, Agent agent) {
    publish(type, agent, Details.NONE);
  }

  private void publish(AgentEventType type, Agent agent, Details details) {
    events.publish(
        time ->
            new AgentEvent(
                time,
                type,
                agent.id().toString(),
                agent.name(),
                agent.spec().image().ref(),
                agent.placement().executor().toString(),
                labels(agent),
                details));
  }

  private void changed(Agent before, Agent after) {
    if (!before.name().equals(after.name())) {
      publish(AgentEventType.RENAME, after, new Details(null, null, null, before.name()));
    }
    if (runs(before) && !runs(after)) {
      ended(after);
    }
    if (!before.state().equals(after.state())) {
      moved(before, after);
    }
    if (before.created() && !inForce(before).equals(inForce(after))) {
      publish(AgentEventType.UPDATE, after);
    }
  }

  private static boolean runs(Agent agent) {
    return agent.sandbox().isPresent() && agent.exit().isEmpty();
  }

  /** Returns the definition that stays if the agent does not start. */
  private static AgentSpec inForce(Agent agent) {
    return agent.standing().before().orElse(agent.spec());
  }

  private void ended(Agent agent) {
    Optional<Exit> exit = agent.exit();
    if (exit.filter(Exit::oom).isPresent()) {
      publish(AgentEventType.OOM, agent);
    }
    Integer code = exit.map(Exit::code).filter(known -> known != Exit.UNKNOWN).orElse(null);
    String message = exit.map(end -> "the runtime " + ExitText.describe(end)).orElse(null);
    publish(AgentEventType.DIE, agent, new Details(code, null, message, null));
  }

  private void moved(Agent before, Agent after) {
    switch (after.state()) {
      case Lifecycle.Ready _ when before.state() instanceof Lifecycle.Starting ->
          publish(AgentEventType.START, after);
      case Lifecycle.Stopped _ -> publish(AgentEventType.STOP, after);
      // While its sandbox runs, the state announces a planned restart.
      case Lifecycle.Failed failed
          when !runs(after) && !(before.state() instanceof Lifecycle.Failed) ->
          publish(AgentEventType.FAIL, after, details(failed));
      default -> {}
    }
  }

  private static Details details(Lifecycle.Failed failed) {
    String message = failed.message();
    return new Details(
        null,
        failed.reason().toString(),
        message.length() > LONGEST_MESSAGE
            ? message.substring(0, LONGEST_MESSAGE - 1) + "…"
            : message,
        null);
  }

  /** Returns the first labels, as many as events carry. */
  private static Map<String, String> labels(Agent agent) {
    Map<String, String> first = new LinkedHashMap<>();
    int left = MOST_LABELS;
    for (Map.Entry<String, String> label : agent.spec().labels().entrySet()) {
      left -= label.getKey().length() + label.getValue().length();
      if (left < 0) {
        break;
      }
      first.put(label.getKey(), label.getValue());
    }
    return first;
  }
}
