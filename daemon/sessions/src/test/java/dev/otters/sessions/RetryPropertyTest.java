package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.Leases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Compares attempts and waits after random sequences of failures with docs/sessions.md. */
class RetryPropertyTest {
  private static final int SEQUENCES = 100;
  private static final int FAILURES = 25;
  private static final Duration MOMENT = Duration.ofMillis(1);

  @TempDir Path folder;

  /** What ends an attempt. */
  private enum Failure {
    TRANSIENT,
    PERMANENT,
    UNKNOWN,
    CRASH,
    SILENCE;

    ErrorKind kind() {
      return switch (this) {
        case TRANSIENT -> ErrorKind.TRANSIENT;
        case PERMANENT -> ErrorKind.PERMANENT;
        case UNKNOWN, CRASH, SILENCE -> ErrorKind.UNKNOWN;
      };
    }

    void end(SessionKit kit, Activation turn) {
      switch (this) {
        case TRANSIENT, PERMANENT, UNKNOWN -> kit.fail(turn, kind());
        case CRASH -> exit(kit, RuntimeExit.CRASHED);
        case SILENCE -> {
          kit.advance(Leases.TERM.plusSeconds(1));
          exit(kit, RuntimeExit.UNRESPONSIVE);
        }
      }
    }

    private static void exit(SessionKit kit, RuntimeExit exit) {
      kit.turns().runtimeExited(kit.agent, exit);
      kit.connect();
    }
  }

  /** The counts of a turn as the documents define them. */
  private record Counts(int attempts, int unknowns) {
    static final Counts NONE = new Counts(0, 0);

    Counts after(ErrorKind kind) {
      return new Counts(attempts + 1, unknowns + (kind == ErrorKind.UNKNOWN ? 1 : 0));
    }

    SessionStatus status(ErrorKind kind) {
      if (kind == ErrorKind.PERMANENT) {
        return SessionStatus.BLOCKED_ERROR;
      }
      return unknowns == 5 ? SessionStatus.DEAD : SessionStatus.RESCHEDULING;
    }

    /** Returns the longest wait: 2 s, doubled with each failure, up to 5 min. */
    Duration longest() {
      long millis = (long) Math.min(300_000, 2000 * Math.pow(2, attempts - 1));
      return Duration.ofMillis(millis);
    }
  }

  @Test
  void everySequenceOfFailuresEndsOrIsTriedAgainAtItsTime() throws Exception {
    int dead = 0;
    int retries = 0;
    for (int seed = 0; seed < SEQUENCES; seed++) {
      Path home = Files.createDirectory(folder.resolve("seed" + seed));
      try (SessionKit kit = SessionKit.with(home, "one")) {
        Random random = new Random(seed);
        Counts counts = Counts.NONE;
        for (int failure = 0; failure < FAILURES; failure++) {
          Activation turn = kit.lease();
          Failure next = next(random);
          Optional<Duration> asked = asked(random, next);
          asked.ifPresent(wait -> kit.completion(turn).retryAfter(wait));
          next.end(kit, turn);
          counts = counts.after(next.kind());
          assertThat(kit.view().status()).as("seed %s", seed).isEqualTo(counts.status(next.kind()));
          if (kit.view().status() == SessionStatus.RESCHEDULING) {
            awaitAttempt(kit, random, counts, asked.orElse(Duration.ZERO));
            retries++;
          } else {
            assertRests(kit);
            var _ = kit.sessions.oversight().retry(kit.agent, kit.session);
            counts = Counts.NONE;
            dead++;
          }
        }
        kit.answer(kit.lease(), "done");
        assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
        assertThat(kit.events(EventType.ERROR)).hasSize(FAILURES);
      }
    }
    assertThat(dead).isGreaterThan(SEQUENCES);
    assertThat(retries).isGreaterThan(10 * SEQUENCES);
  }

  private static Failure next(Random random) {
    int number = random.nextInt(20);
    return number < 11 ? Failure.TRANSIENT : Failure.values()[1 + number % 4];
  }

  /** Only a model asks for a wait. */
  private static Optional<Duration> asked(Random random, Failure failure) {
    return failure == Failure.TRANSIENT && random.nextInt(3) == 0
        ? Optional.of(Duration.ofMillis(random.nextLong(1_000_000)))
        : Optional.empty();
  }

  /** The wait holds against a restart of the daemon and a jump of the machine's clock. */
  private static void awaitAttempt(SessionKit kit, Random random, Counts counts, Duration asked) {
    JsonNode error = Bodies.read(kit.events(EventType.ERROR).getLast().body());
    Duration wait = Duration.ofMillis(error.path("retryInMillis").asLong(-1));
    assertThat(error.path("attempt").asInt()).isEqualTo(counts.attempts());
    Duration longest = asked.compareTo(counts.longest()) > 0 ? asked : counts.longest();
    assertThat(wait).isBetween(asked, longest);
    if (random.nextInt(4) == 0) {
      kit.time.jumpWallClock(Duration.ofSeconds(random.nextInt(1000)));
    } else if (random.nextInt(4) == 0 && wait.compareTo(Backoff.CAP) < 0) {
      kit.restart(Set.of());
      kit.connect();
    }
    if (wait.isPositive()) {
      kit.advance(wait.minus(MOMENT));
      assertThat(kit.tryLease()).isEmpty();
      kit.advance(MOMENT);
    }
  }

  /** A turn that failed for good starts at no time, in no runtime and in no daemon. */
  private static void assertRests(SessionKit kit) {
    kit.advance(Duration.ofDays(1));
    assertThat(kit.tryLease()).isEmpty();
    kit.restart(Set.of());
    kit.connect();
    assertThat(kit.tryLease()).isEmpty();
  }
}
