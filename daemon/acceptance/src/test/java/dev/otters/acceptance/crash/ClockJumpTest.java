package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A daemon whose wall clock jumps. Its sessions have the names of their wakes. */
@Tag("bubblewrap")
class ClockJumpTest {
  private static final String AGENT = "guide";
  private static final List<String> WAKES = List.of("once", "every", "cron");

  private Otters otters;
  private MovedClock clock;
  private LogFile log;
  private int marks;

  @BeforeEach
  void start() throws IOException {
    otters = Otters.freshWithBubblewrap();
    clock = MovedClock.of(otters);
    otters.script(AGENT, "rules:\n  - say: \"Yes.\"\n");
    otters.run("run", otters.agentWithShell(AGENT, "scripted/guide").toString()).ok();
    log = new LogFile(otters.home());
  }

  @AfterEach
  void end() throws IOException {
    otters.close();
  }

  private void wake(String session, String... when) {
    String[] words = {"session", "wake", AGENT, session, "--note", "Look."};
    String[] all = List.of(words).toArray(new String[words.length + when.length]);
    System.arraycopy(when, 0, all, words.length, when.length);
    otters.run(all).ok();
  }

  private List<Entry> fired(String session) {
    return log.entries(session).stream().filter(it -> it.type().equals("wake.fired")).toList();
  }

  private void awaitFired(String session, int times) {
    Eventually.within(
        Duration.ofMinutes(2),
        session + " has fired",
        () ->
            fired(session).size() >= times
                && log.session(session).filter(LogFile.Session::idle).isPresent());
  }

  private void assertFired(int... times) {
    for (int i = 0; i < times.length; i++) {
      assertThat(fired(WAKES.get(i))).as(WAKES.get(i)).hasSize(times[i]);
      assertThat(log.entries(WAKES.get(i)).stream().map(Entry::type))
          .filteredOn("turn.finished"::equals)
          .as(WAKES.get(i))
          .hasSize(times[i]);
    }
  }

  /** Waits for a wake that is due after all others that are due: these have fired before. */
  private void awaitLook() {
    String mark = "mark" + ++marks;
    wake(mark, "--in", "1s");
    awaitFired(mark, 1);
  }

  private void restart() {
    otters.killDaemon();
    otters.run("ps").ok();
  }

  @Test
  void missedWakesFireOnceAndLateAndNoneFiresAgainWhenTheClockGoesBack() throws IOException {
    int farMinute = (Instant.now().atOffset(ZoneOffset.UTC).getMinute() + 30) % 60;
    wake("once", "--in", "1h");
    wake("every", "--every", "2h");
    wake("cron", "--cron", farMinute + " * * * *", "--zone", "UTC");
    awaitLook();
    assertFired(0, 0, 0);

    clock.jump(Duration.ofHours(5));
    WAKES.forEach(session -> awaitFired(session, 1));
    for (String session : WAKES) {
      assertThat(fired(session).getFirst().body().path("lateMillis").asLong())
          .as(session)
          .isBetween(Duration.ofHours(2).toMillis(), Duration.ofHours(5).toMillis());
    }
    awaitLook();
    assertFired(1, 1, 1);

    clock.jump(Duration.ZERO);
    awaitLook();
    restart();
    awaitLook();
    assertFired(1, 1, 1);

    clock.jump(Duration.ofHours(5));
    restart();
    awaitLook();
    assertFired(1, 1, 1);

    clock.jump(Duration.ofHours(8));
    awaitFired("every", 2);
    awaitFired("cron", 2);
    awaitLook();
    assertFired(1, 2, 2);
  }

  @Test
  void aSessionThatExpiredStaysEndedWhenTheClockGoesBack() throws IOException {
    otters.run("session", "create", "--expires", "1h", AGENT, "today").ok();
    otters.run("prompt", "-s", "today", AGENT, "Hello").ok();

    clock.jump(Duration.ofHours(2));
    assertThat(otters.run("prompt", "-s", "today", AGENT, "Hello").failed(4))
        .contains("expired at");

    clock.jump(Duration.ZERO);
    restart();
    assertThat(otters.run("prompt", "-s", "today", AGENT, "Hello").failed(4))
        .contains("expired at");
    assertThat(log.session("today").orElseThrow().status()).isEqualTo("TERMINATED");
    assertThat(log.entries("today").stream().map(Entry::type))
        .filteredOn("user.message"::equals)
        .hasSize(1);
  }
}
