package dev.otters.agents.events;

import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Selects events: of the agents and of the types one must match, but all labels. An empty list
 * matches every event.
 *
 * @param agents names, former names, ids or beginnings of ids
 * @param types the types of events
 * @param labels {@code key} or {@code key=value}
 */
public record EventFilter(List<String> agents, Set<AgentEventType> types, List<String> labels)
    implements Predicate<AgentEvent> {
  /** Copies the lists. */
  public EventFilter {
    agents = List.copyOf(agents);
    types = Set.copyOf(types);
    labels = List.copyOf(labels);
  }

  @Override
  public boolean test(AgentEvent event) {
    return (types.isEmpty() || types.contains(event.event()))
        && (agents.isEmpty() || agents.stream().anyMatch(agent -> isAbout(event, agent)))
        && labels.stream().allMatch(label -> hasLabel(event, label));
  }

  private static boolean isAbout(AgentEvent event, String agent) {
    String id = Objects.requireNonNullElse(event.id(), "");
    return !agent.isEmpty()
        && (agent.equals(event.name())
            || agent.equals(event.details().formerName())
            || id.startsWith(agent)
            || id.replace("-", "").startsWith(agent));
  }

  private static boolean hasLabel(AgentEvent event, String label) {
    int equals = label.indexOf('=');
    return equals < 0
        ? event.labels().containsKey(label)
        : label.substring(equals + 1).equals(event.labels().get(label.substring(0, equals)));
  }
}
