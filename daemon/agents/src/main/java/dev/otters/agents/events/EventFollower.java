package dev.otters.agents.events;

import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads events at its own pace, by the number of the next one. Used by one thread. */
public final class EventFollower {
  private final AgentEvents events;
  private final Predicate<AgentEvent> filter;
  private long next;
  private Optional<AgentEvent> gap;

  EventFollower(
      AgentEvents events, long next, Optional<AgentEvent> gap, Predicate<AgentEvent> filter) {
    this.events = events;
    this.next = next;
    this.gap = gap;
    this.filter = filter;
  }

  /**
   * Waits for the next event that matches the filter, or for a gap.
   *
   * @param patience the time to wait; zero or less for the events that are there
   * @return the event; empty if none came in time
   * @throws InterruptedException if the thread is interrupted
   */
  public Optional<AgentEvent> next(Duration patience) throws InterruptedException {
    if (gap.isPresent()) {
      Optional<AgentEvent> first = gap;
      gap = Optional.empty();
      return first;
    }
    long deadline = System.nanoTime() + patience.toNanos();
    for (Optional<AgentEvents.Numbered> found = events.await(next, deadline);
        found.isPresent();
        found = events.await(next, deadline)) {
      next = found.get().number() + 1;
      AgentEvent event = found.get().event();
      if (event.event() == AgentEventType.GAP || filter.test(event)) {
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }
}
