package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import dev.otters.acceptance.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions that end by a rule, in real daemons that are killed and whose clock jumps. */
@Tag("bubblewrap")
class SessionEndTest {
  private static final String AGENT = "guide";

  private Otters otters;
  private MovedClock clock;
  private LogFile log;

  @BeforeEach
  void start() throws IOException {
    otters = Otters.freshWithBubblewrap();
    clock = MovedClock.of(otters);
    Otters.write(otters.home().resolve("ottersd.yaml"), "session-retention: 90d\n");
    otters.script(AGENT, "rules:\n  - say: \"Yes.\"\n");
    otters.run("run", otters.agentWithShell(AGENT, "scripted/guide").toString()).ok();
    log = new LogFile(otters.home());
  }

  @AfterEach
  void end() throws IOException {
    otters.close();
  }

  private Run prompt(String session) {
    return otters.run("prompt", "-s", session, AGENT, "Hello");
  }

  private void wake(String session, String delay) {
    otters.run("session", "wake", AGENT, session, "--in", delay, "--note", "Look.").ok();
  }

  /** Kills the daemon, and starts another one with a clock that is so much ahead. */
  private void killAndStartAt(Duration offset) throws IOException {
    otters.killDaemon();
    clock.jump(offset);
    otters.run("ps").ok();
  }

  private long count(String session, String type) {
    return log.entries(session).stream().filter(entry -> entry.is(type)).count();
  }

  private boolean exists(String session) {
    return log.session(session).isPresent();
  }

  private Path mirror(String session) {
    return otters.home().resolve("sessions").resolve(AGENT).resolve(session + ".jsonl");
  }

  @Test
  void aSessionThatExpiresWhileNoDaemonRunsEndsOnceAndStaysEnded() throws IOException {
    for (String expires : List.of("1h", "30d")) {
      otters.run("session", "create", "--expires", expires, AGENT, "for-" + expires).ok();
      prompt("for-" + expires).ok();
      wake("for-" + expires, "90m");
    }

    killAndStartAt(Duration.ofHours(2));

    assertThat(log.session("for-1h").orElseThrow().status()).isEqualTo("TERMINATED");
    assertThat(prompt("for-1h").failed(4)).contains("expired at");
    Eventually.is("the other session goes on", () -> count("for-30d", "wake.fired") == 1);
    prompt("for-30d").ok();
    List<Entry> ended = log.entries("for-1h");

    killAndStartAt(Duration.ZERO);
    killAndStartAt(Duration.ofHours(3));

    assertThat(prompt("for-1h").failed(4)).contains("expired at");
    assertThat(log.entries("for-1h")).isEqualTo(ended);
    assertThat(count("for-1h", "wake.fired")).isZero();
    assertThat(count("for-1h", "wake.cancelled")).isOne();
    prompt("for-30d").ok();
    otters.run("session", "fsck").ok();
  }

  @Test
  void oldSessionsAreDeletedAlsoIfTheDaemonIsKilledMeanwhile() throws IOException {
    List<String> old = IntStream.range(0, 5).mapToObj(it -> "old" + it).toList();
    old.forEach(session -> prompt(session).ok());
    prompt("waiting").ok();
    wake("waiting", "300d");
    killAndStartAt(Duration.ofDays(60));
    prompt("young").ok();
    assertThat(old).allMatch(this::exists);

    otters.killDaemon();
    clock.jump(Duration.ofDays(100));
    Run.Started next = otters.start("ps");
    Eventually.is("the deletion has begun", () -> !old.stream().allMatch(this::exists));
    otters.killDaemon();
    Run unused = next.await();
    otters.run("session", "fsck").ok();
    Eventually.is("all old sessions are deleted", () -> old.stream().noneMatch(this::exists));

    assertThat(otters.run("session", "ls", AGENT).ok())
        .contains("young", "waiting")
        .doesNotContain("old");
    Eventually.is(
        "their mirrors are deleted",
        () -> old.stream().noneMatch(session -> mirror(session).toFile().exists()));
    assertThat(mirror("young")).exists();
    assertThat(otters.run("usage", "--by", "session").ok()).contains("old0", "young");
    prompt("young").ok();
    prompt("old0").ok();
    assertThat(count("old0", "user.message")).isOne();
  }
}
