package dev.otters.agents.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEvent.Details;
import dev.otters.api.agent.AgentEventType;
import dev.otters.home.time.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The events of this daemon's life, of which it keeps the newest in memory. Followers read from
 * there and have no queues: one that is slower than the events finds a gap, and delays no other.
 * Safe for use by any thread.
 */
public final class AgentEvents {
  /** The most bytes of JSON that are kept, some 700 events. */
  private static final int MOST_BYTES = 256 << 10;

  private record Kept(AgentEvent event, int bytes) {}

  /**
   * An event with its number. A gap has the number of the last missing event.
   *
   * @param number counts from 0
   */
  record Numbered(long number, AgentEvent event) {}

  private final List<Consumer<AgentEvent>> listeners = new CopyOnWriteArrayList<>();
  private final Time time;
  private final int mostBytes;
  private final NavigableMap<Long, Kept> kept = new TreeMap<>();
  private long count;
  private int bytes;
  private Instant newest;

  /** The time from which on all events are kept. */
  private Instant complete;

  /** Creates a list without events. */
  public AgentEvents(Time time) {
    this(time, MOST_BYTES);
  }

  AgentEvents(Time time, int mostBytes) {
    this.time = time;
    this.mostBytes = mostBytes;
    this.newest = now();
    this.complete = newest;
  }

  /** Returns the current time, as events have it. */
  public Instant now() {
    return time.now().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Adds a listener, which may not wait, for as long as the daemon runs. */
  public void listen(Consumer<AgentEvent> listener) {
    listeners.add(listener);
  }

  /** Publishes the event that a function returns for its time. Waits for no follower. */
  public void publish(Function<Instant, AgentEvent> event) {
    AgentEvent published = add(event);
    listeners.forEach(listener -> listener.accept(published));
  }

  private synchronized AgentEvent add(Function<Instant, AgentEvent> event) {
    Instant now = now();
    newest = now.isBefore(newest) ? newest : now;
    AgentEvent published = event.apply(newest);
    int size = Json.write(published).getBytes(UTF_8).length;
    kept.put(count++, new Kept(published, size));
    bytes += size;
    while (bytes > mostBytes) {
      Kept oldest = kept.remove(kept.firstKey());
      bytes -= oldest.bytes();
      complete = oldest.event().time().plusMillis(1);
    }
    notifyAll();
    return published;
  }

  /**
   * Follows the events that match a filter.
   *
   * @param since the time of the first events; empty for those from now on. If some of them are not
   *     kept, the first event is a gap.
   */
  public synchronized EventFollower follow(Optional<Instant> since, Predicate<AgentEvent> filter) {
    long first =
        kept.entrySet().stream()
            .filter(_ -> since.isPresent())
            .filter(entry -> !entry.getValue().event().time().isBefore(since.orElseThrow()))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse(count);
    Optional<AgentEvent> gap =
        since
            .filter(complete::isAfter)
            .map(_ -> gap(complete, "the daemon keeps no events from before this time"));
    return new EventFollower(this, first, gap, filter);
  }

  /**
   * Waits until there is an event with a number, or a gap in its place.
   *
   * @param deadline a time of {@link System#nanoTime}
   * @return empty if there was none until the deadline
   */
  synchronized Optional<Numbered> await(long number, long deadline) throws InterruptedException {
    while (count <= number) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    Kept found = kept.get(number);
    if (found != null) {
      return Optional.of(new Numbered(number, found.event()));
    }
    long next = kept.isEmpty() ? count : kept.firstKey();
    String why = "events are missing here, because they were not read in time";
    return Optional.of(new Numbered(next - 1, gap(complete, why)));
  }

  private static AgentEvent gap(Instant until, String why) {
    return new AgentEvent(
        until, AgentEventType.GAP, null, null, null, null, Map.of(), Details.of(why));
  }
}
