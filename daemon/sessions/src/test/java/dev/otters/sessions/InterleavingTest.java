package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plays random histories against a small model of what must hold: which fence is good at each
 * moment. The seed of a failing history is in its name.
 */
class InterleavingTest {
  private static final int STEPS = 150;
  private static final List<SessionId> SESSIONS = List.of(new SessionId("a"), new SessionId("b"));

  @TempDir Path folder;
  private Random random = new Random(0);

  /** Every lease that was ever given, and the fence that is good now, by activation. */
  private final List<Activation> given = new ArrayList<>();

  private final Map<String, Long> good = new HashMap<>();
  private final Map<String, Integer> answers = new HashMap<>();
  private int events;
  private String history = "";

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void everyHistoryAnswersEachMessageOnceInACoherentLog(long seed) {
    random = new Random(seed);
    try (SessionKit kit = new SessionKit(folder)) {
      kit.directory.parallel = 1 + random.nextInt(2);
      for (int step = 0; step < STEPS; step++) {
        act(kit);
        LogAudit.check(kit.database);
      }
      finish(kit);
      LogAudit.check(kit.database);
      LogAudit.allAnswered(kit.database);
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + " after " + history, e);
    }
  }

  private void act(SessionKit kit) {
    int dice = random.nextInt(100);
    if (dice < 15) {
      note("say");
      kit.say(SESSIONS.get(random.nextInt(SESSIONS.size())), "message");
    } else if (dice < 40) {
      lease(kit);
    } else if (dice < 55) {
      append(kit);
    } else if (dice < 72) {
      acknowledge(kit);
    } else if (dice < 78) {
      advance(kit, Duration.ofSeconds(random.nextInt(25)));
    } else if (dice < 81) {
      advance(kit, Duration.ofSeconds(40));
    } else if (dice < 86) {
      reconnect(kit);
    } else if (dice < 90) {
      die(kit);
    } else if (dice < 94) {
      restart(kit);
    } else {
      interrupt(kit);
    }
  }

  private void note(String what) {
    history += what + " ";
  }

  private void lease(SessionKit kit) {
    note("lease");
    Optional<Activation> leased = kit.tryLease();
    leased.ifPresent(
        turn -> {
          assertThat(good).doesNotContainKey(turn.id());
          assertThat(good.size()).isLessThan(kit.directory.parallel);
          assertThat(kit.conversation(turn).messages()).isNotEmpty();
          good.put(turn.id(), turn.fence());
          given.add(turn);
        });
  }

  private Optional<Activation> any() {
    return given.isEmpty()
        ? Optional.empty()
        : Optional.of(given.get(random.nextInt(given.size())));
  }

  private boolean isGood(Activation turn) {
    return Long.valueOf(turn.fence()).equals(good.get(turn.id()));
  }

  /** Runs a write of a runtime, which must succeed exactly if its fence is good. */
  private boolean attempt(Activation turn, Runnable write) {
    try {
      write.run();
      return true;
    } catch (SessionException e) {
      assertThat(e.code()).isEqualTo(SessionException.Code.STALE_FENCE);
      assertThat(isGood(turn)).as("good fence refused").isFalse();
      return false;
    }
  }

  private void append(SessionKit kit) {
    any()
        .ifPresent(
            turn -> {
              note("append");
              EventBody body = SessionKit.use("c" + random.nextInt(3), 1 + random.nextInt(3));
              Event event = new Event("e" + events++, body);
              boolean done =
                  attempt(
                      turn,
                      () -> kit.turns().append(kit.agent, turn.id(), turn.fence(), List.of(event)));
              assertThat(done).isEqualTo(isGood(turn));
            });
  }

  private void acknowledge(SessionKit kit) {
    any()
        .ifPresent(
            turn -> {
              Outcome outcome = outcome();
              note("ack " + outcome.getClass().getSimpleName());
              boolean wasGood = isGood(turn);
              boolean done = attempt(turn, () -> kit.ack(turn, outcome));
              if (wasGood && done) {
                good.remove(turn.id());
                if (outcome instanceof Outcome.Answered) {
                  answers.merge(turn.id(), 1, Integer::sum);
                }
              }
            });
  }

  private Outcome outcome() {
    return switch (random.nextInt(6)) {
      case 0 -> new Outcome.Failed(Outcome.ErrorKind.TRANSIENT, "later");
      case 1 -> new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "never");
      case 2 -> new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, "who knows");
      case 3 -> new Outcome.Interrupted("so far");
      default -> new Outcome.Answered("answer");
    };
  }

  private void advance(SessionKit kit, Duration step) {
    note("advance " + step);
    int heard = kit.directory.heard.size();
    kit.advance(step);
    if (kit.directory.heard.size() > heard) {
      expire(kit);
    }
  }

  /** Asks which leases are left: expiry depends on when each began. */
  private void expire(SessionKit kit) {
    good.entrySet()
        .removeIf(
            lease ->
                !kit.database.<Boolean>read(
                    rows ->
                        rows.any(
                            "SELECT 1 FROM activations WHERE id = ? AND fence = ? AND state ="
                                + " 'LEASED'",
                            lease.getKey(),
                            lease.getValue())));
  }

  private void reconnect(SessionKit kit) {
    List<Held> held = new ArrayList<>();
    for (Activation turn : given) {
      if (random.nextBoolean()) {
        held.add(new Held(turn.id(), turn.fence()));
      }
    }
    note("reconnect " + held.size());
    kit.connect(held.toArray(new Held[0]));
    good.entrySet().removeIf(lease -> !held.contains(new Held(lease.getKey(), lease.getValue())));
  }

  private void die(SessionKit kit) {
    note("die");
    List<RuntimeExit> deaths =
        List.of(RuntimeExit.CRASHED, RuntimeExit.UNRESPONSIVE, RuntimeExit.STOPPED);
    kit.turns().runtimeExited(kit.agent, deaths.get(random.nextInt(deaths.size())));
    good.clear();
    kit.connect();
  }

  private void restart(SessionKit kit) {
    boolean alive = random.nextBoolean();
    note("restart " + alive);
    kit.restart(alive ? Set.of(kit.agent) : Set.of());
    if (!alive) {
      good.clear();
    }
    List<Held> held =
        good.entrySet().stream().map(e -> new Held(e.getKey(), e.getValue())).toList();
    kit.connect(held.toArray(new Held[0]));
  }

  private void interrupt(SessionKit kit) {
    note("interrupt");
    kit.service()
        .list(Optional.of(kit.agent), "", SessionPlace.FIRST, 1000)
        .forEach(view -> kit.service().interrupt(kit.agent, view.id()));
  }

  /** Lets everything come to its end: nothing fails any more. */
  private void finish(SessionKit kit) {
    note("finish");
    die(kit);
    for (SessionView view :
        kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 1000)) {
      kit.say(view.id(), "go on");
    }
    kit.advance(Duration.ofHours(1));
    for (Optional<Activation> turn = kit.tryLease(); turn.isPresent(); turn = kit.tryLease()) {
      kit.answer(turn.get(), "at last");
    }
    assertThat(answers.values()).allMatch(count -> count == 1);
  }
}
