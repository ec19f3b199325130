package dev.otters.agents.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEvent.Details;
import dev.otters.api.agent.AgentEventType;
import dev.otters.home.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AgentEventsTest {
  private static final String ID = "86106816-1a2b-4c3d-8e9f-000000000000";
  private static final EventFilter ALL = new EventFilter(List.of(), Set.of(), List.of());

  private final ManualTime time = new ManualTime();
  private final Instant start = time.now();
  private final AgentEvents events = new AgentEvents(time);

  private static AgentEvent event(Instant time, AgentEventType type, String name) {
    return new AgentEvent(
        time, type, ID, name, "guide:1", "docker", Map.of("team", "web", "x", ""), Details.NONE);
  }

  private void publish(AgentEvents to, String name) {
    to.publish(at -> event(at, AgentEventType.START, name));
  }

  private static List<String> now(EventFollower follower) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (Optional<AgentEvent> next = follower.next(Duration.ZERO);
        next.isPresent();
        next = follower.next(Duration.ZERO)) {
      names.add(
          next.get().event() == AgentEventType.GAP ? "gap" : String.valueOf(next.get().name()));
    }
    return names;
  }

  @Test
  void aFollowerGetsTheEventsFromNowOn() throws InterruptedException {
    publish(events, "early");
    EventFollower follower = events.follow(Optional.empty(), ALL);
    publish(events, "one");
    publish(events, "two");
    assertThat(now(follower)).containsExactly("one", "two");
    assertThat(now(follower)).isEmpty();
  }

  @Test
  void aFollowerWaitsForTheNextEvent() throws Exception {
    EventFollower follower = events.follow(Optional.empty(), ALL);
    CompletableFuture<Optional<AgentEvent>> next = new CompletableFuture<>();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    next.complete(follower.next(Duration.ofMinutes(1)));
                  } catch (InterruptedException e) {
                    next.completeExceptionally(e);
                  }
                });
    publish(events, "one");
    assertThat(next.get(30, TimeUnit.SECONDS)).map(AgentEvent::name).contains("one");
    reader.join();
  }

  @Test
  void earlierEventsAreThereSinceATime() throws InterruptedException {
    publish(events, "one");
    time.advance(Duration.ofSeconds(2));
    publish(events, "two");
    publish(events, "three");
    assertThat(now(events.follow(Optional.of(start), ALL))).containsExactly("one", "two", "three");
    assertThat(now(events.follow(Optional.of(start.plusSeconds(1)), ALL)))
        .containsExactly("two", "three");
    assertThat(now(events.follow(Optional.of(start.plusSeconds(2)), ALL)))
        .containsExactly("two", "three");
    assertThat(now(events.follow(Optional.of(start.plusSeconds(3)), ALL))).isEmpty();
  }

  @Test
  void eventsFromBeforeTheDaemonAreAGap() throws InterruptedException {
    publish(events, "one");
    EventFollower follower = events.follow(Optional.of(start.minusSeconds(1)), ALL);
    AgentEvent gap = follower.next(Duration.ZERO).orElseThrow();
    assertThat(gap.event()).isEqualTo(AgentEventType.GAP);
    assertThat(gap.time()).isEqualTo(start);
    assertThat(gap.details().message()).contains("keeps no events from before this time");
    assertThat(now(follower)).containsExactly("one");
  }

  @Test
  void theOldestEventsMakeRoomForNewOnes() throws InterruptedException {
    AgentEvents few = new AgentEvents(time, 1000);
    for (int i = 0; i < 100; i++) {
      time.advance(Duration.ofSeconds(1));
      publish(few, "agent-" + i);
    }
    List<String> kept = now(few.follow(Optional.of(start), ALL));
    assertThat(kept).hasSizeBetween(3, 8).startsWith("gap").endsWith("agent-98", "agent-99");
    assertThat(now(few.follow(Optional.of(start.plusSeconds(100)), ALL)))
        .containsExactly("agent-99");
  }

  @Test
  void oneWhoAsksForTheTimeOfADroppedEventFindsAGap() throws InterruptedException {
    AgentEvents few = new AgentEvents(time, 1000);
    for (int i = 0; i < 20; i++) {
      time.advance(Duration.ofSeconds(1));
      publish(few, "agent-" + i);
    }
    int kept = now(few.follow(Optional.of(start), ALL)).size() - 1;
    Instant oldest = start.plusSeconds(20 - kept + 1);

    assertThat(now(few.follow(Optional.of(oldest.minusSeconds(1)), ALL))).startsWith("gap");
    assertThat(now(few.follow(Optional.of(oldest.minusMillis(999)), ALL)))
        .startsWith("agent-" + (20 - kept));
  }

  @Test
  void aSlowFollowerFindsAGapAndDelaysNoOther() throws InterruptedException {
    AgentEvents few = new AgentEvents(time, 1000);
    EventFollower slow = few.follow(Optional.empty(), ALL);
    EventFollower quick = few.follow(Optional.empty(), ALL);
    for (int i = 0; i < 1000; i++) {
      publish(few, "agent-" + i);
      assertThat(now(quick)).containsExactly("agent-" + i);
    }
    List<String> late = now(slow);
    assertThat(late).hasSizeBetween(3, 8).startsWith("gap").endsWith("agent-999");
    assertThat(late).containsOnlyOnce("gap");
  }

  @Test
  void anEventThatIsLargerThanTheRoomIsAGap() throws InterruptedException {
    AgentEvents few = new AgentEvents(time, 1000);
    EventFollower follower = few.follow(Optional.empty(), ALL);
    publish(few, "x".repeat(2000));
    publish(few, "next");
    assertThat(now(follower)).containsExactly("gap", "next");
  }

  @Test
  void timesNeverGoBack() throws InterruptedException {
    EventFollower follower = events.follow(Optional.empty(), ALL);
    publish(events, "one");
    time.jumpWallClock(Duration.ofMinutes(-1));
    publish(events, "two");
    for (String name : List.of("one", "two")) {
      AgentEvent next = follower.next(Duration.ZERO).orElseThrow();
      assertThat(next.name()).isEqualTo(name);
      assertThat(next.time()).isEqualTo(start);
    }
  }

  @Test
  void aFilterSelectsByAgentEventAndLabel() {
    AgentEvent event =
        new AgentEvent(
            start,
            AgentEventType.RENAME,
            ID,
            "guide",
            "guide:1",
            "docker",
            Map.of("team", "web", "x", ""),
            new Details(null, null, null, "scout"));
    assertThat(ALL).accepts(event);
    for (String agent : List.of("guide", "scout", ID, "86106816-1a", "861068161a2b")) {
      assertThat(new EventFilter(List.of("other", agent), Set.of(), List.of())).accepts(event);
    }
    for (String agent : List.of("", "gui", "1a2b", "other")) {
      assertThat(new EventFilter(List.of(agent), Set.of(), List.of())).rejects(event);
    }
    assertThat(new EventFilter(List.of(), Set.of(AgentEventType.RENAME), List.of())).accepts(event);
    assertThat(new EventFilter(List.of(), Set.of(AgentEventType.DIE), List.of())).rejects(event);
    assertThat(new EventFilter(List.of(), Set.of(), List.of("team=web", "x", "x="))).accepts(event);
    assertThat(new EventFilter(List.of(), Set.of(), List.of("team=web", "y"))).rejects(event);
    assertThat(new EventFilter(List.of(), Set.of(), List.of("team=we"))).rejects(event);
  }

  @Test
  void aGapPassesEveryFilter() throws InterruptedException {
    EventFilter none = new EventFilter(List.of("nobody"), Set.of(), List.of());
    assertThat(now(events.follow(Optional.of(Instant.EPOCH), none))).containsExactly("gap");
  }
}
