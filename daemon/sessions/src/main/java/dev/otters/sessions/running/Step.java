package dev.otters.sessions.running;

import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import java.util.UUID;

/**
 * The attempt and the number of a completion.
 *
 * @param number the number of the completion in the attempt, from 1
 */
public record Step(UUID agent, String activation, long fence, int number) {
  /** Returns an event of this step. The same name gives the same id, so it is stored once. */
  public Event event(String name, EventBody body) {
    return new Event(eventId(name), body);
  }

  /** Returns the id of the event of this step with a name. */
  public String eventId(String name) {
    return "%s.%d.%d.%s".formatted(activation, fence, number, name);
  }
}
