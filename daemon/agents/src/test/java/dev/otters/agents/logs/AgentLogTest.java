package dev.otters.agents.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.LogLine;
import dev.otters.home.SmallHeap;
import dev.otters.home.text.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final UUID AGENT = UUID.randomUUID();
  private static final Duration LONG = Duration.ofSeconds(20);

  @AutoClose private final Secrets secrets = new Secrets(UnaryOperator.identity());

  @TempDir Path folder;

  @Test
  void aLineShowsNoSecretValue() {
    secrets.agent(AGENT, List.of("swordfish-1"));
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    log.append(line(0, "stdout", "API_TOKEN=swordfish-1"));

    assertThat(log.tail(-1, Optional.empty()))
        .containsExactly(line(0, "stdout", "API_TOKEN=(secret)"));
  }

  @Test
  void aValueThatIsCutBetweenThePiecesOfALongLineIsHidden() throws IOException {
    secrets.agent(AGENT, List.of("swordfish-1"));
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    log.append(line(0, "stdout", "x".repeat((64 << 10) - 6) + "swordf"));
    log.append(line(0, "stderr", "ish-1 on another stream"));
    log.append(line(0, "stdout", "ish-1 and more"));
    log.append(line(0, "stdout", "ish-1 on its own line"));

    assertThat(Files.readString(folder.resolve(AGENT + ".log")))
        .doesNotContain("swordf", "ish-1 and")
        .contains("ish-1 on another", "(secret) and more", "ish-1 on its own");
  }

  @Test
  void linesAreReadBackAsTheyWereWritten() {
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    log.append(line(0, "stdout", "  two words  "));
    log.append(line(1, "stderr", ""));

    assertThat(log.tail(-1, Optional.empty()))
        .containsExactly(line(0, "stdout", "  two words  "), line(1, "stderr", ""));
  }

  @Test
  void aLineOfMoreThan64KibibytesIsCut() {
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    String longest = "x".repeat(64 << 10);
    log.append(line(0, "stdout", longest));
    log.append(line(1, "stdout", longest + "yz"));

    assertThat(log.tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .containsExactly(longest, longest + " … (cut)");
  }

  @Test
  void noTextBecomesALineOfItsOwn() {
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    log.append(
        line(0, "stdout", "a\r2099-01-01T00:00:00Z daemon b\n2099-01-01T00:00:00Z daemon c"));

    assertThat(log.tail(-1, Optional.empty())).hasSize(1);
    assertThat(log.newest()).hasValue(START);
  }

  @Test
  void anInterruptedThreadWritesItsLineAndBreaksNoLaterOne() {
    AgentLog log = new AgentLogs(folder, secrets).of(AGENT);
    log.append(line(0, "daemon", "before"));
    Thread.currentThread().interrupt();
    log.append(line(1, "daemon", "last words"));

    assertThat(Thread.interrupted()).isTrue();
    log.append(line(2, "daemon", "after"));
    assertThat(log.tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .containsExactly("before", "last words", "after");
  }

  @Test
  void theLastLinesAndThoseSinceATimeCanBeAskedFor() {
    AgentLog log = filled(new AgentLogs(folder, secrets), 10);

    assertThat(log.tail(2, Optional.empty())).extracting(LogLine::text).containsExactly("8", "9");
    assertThat(log.tail(0, Optional.empty())).isEmpty();
    assertThat(log.tail(-1, Optional.of(START.plusSeconds(7))))
        .extracting(LogLine::text)
        .containsExactly("7", "8", "9");
  }

  @Test
  void aTornLastLineCostsOnlyThatLine() throws IOException {
    AgentLogs logs = new AgentLogs(folder, secrets);
    filled(logs, 2);
    logs.close();
    Files.writeString(folder.resolve(AGENT + ".log"), "2026-01-0", StandardOpenOption.APPEND);

    assertThat(new AgentLogs(folder, secrets).of(AGENT).tail(-1, Optional.empty())).hasSize(2);
  }

  @Test
  void aLogIsTurnedOverAtEightMebibytes() throws IOException {
    try (AgentLogs logs = new AgentLogs(folder, secrets)) {
      AgentLog log = logs.of(AGENT);
      for (int i = 0; i < 1200; i++) {
        log.append(line(i, "stdout", "x".repeat(8 << 10)));
      }
    }

    assertThat(Files.size(folder.resolve(AGENT + ".log.1"))).isBetween(8L << 20, 9L << 20);
    assertThat(Files.getPosixFilePermissions(folder.resolve(AGENT + ".log")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  }

  @Test
  void aFullLogKeepsItsNewestPart() throws IOException {
    AgentLog log = filled(new AgentLogs(folder, secrets, 1000), 500);

    List<LogLine> kept = log.tail(-1, Optional.empty());
    assertThat(kept.getLast().text()).isEqualTo("499");
    assertThat(kept).hasSizeBetween(10, 100);
    try (var files = Files.list(folder)) {
      assertThat(files.mapToLong(AgentLogTest::size).sum()).isLessThan(2200);
    }
  }

  @Test
  void aFollowerSeesOldAndNewLinesEachOnceUntilTheEnd() throws InterruptedException {
    AgentLog log = filled(new AgentLogs(folder, secrets), 3);
    List<String> seen = new ArrayList<>();
    try (LogFollower follower = log.follow(2, Optional.empty())) {
      log.append(line(3, "stdout", "3"));
      log.end();
      while (!follower.exhausted()) {
        follower.next(LONG).map(LogLine::text).ifPresent(seen::add);
      }
    }

    assertThat(seen).containsExactly("1", "2", "3");
  }

  @Test
  void aFollowerReadsOnWhenTheLogIsTurnedOver() throws InterruptedException {
    AgentLog log = new AgentLogs(folder, secrets, 1000).of(AGENT);
    try (LogFollower follower = log.follow(-1, Optional.empty())) {
      for (int i = 0; i < 500; i++) {
        log.append(line(i, "stdout", Integer.toString(i)));
        assertThat(follower.next(LONG)).hasValue(line(i, "stdout", Integer.toString(i)));
      }
    }
  }

  @Test
  void aFollowerThatFallsFarBehindSaysThatLinesAreMissing() throws InterruptedException {
    AgentLog log = new AgentLogs(folder, secrets, 1000).of(AGENT);
    try (LogFollower follower = log.follow(-1, Optional.empty())) {
      log.append(line(0, "stdout", "0"));
      assertThat(follower.next(LONG)).hasValue(line(0, "stdout", "0"));
      for (int i = 1; i < 500; i++) {
        log.append(line(i, "stdout", Integer.toString(i)));
      }
      log.end();
      List<LogLine> seen = new ArrayList<>();
      while (!follower.exhausted()) {
        follower.next(LONG).ifPresent(seen::add);
      }
      assertThat(seen)
          .filteredOn(line -> line.stream().equals(AgentLogs.OWN_STREAM))
          .singleElement()
          .extracting(LogLine::text)
          .asString()
          .startsWith("some lines are missing here");
      assertThat(seen.getLast()).isEqualTo(line(499, "stdout", "499"));
      assertThat(seen).extracting(LogLine::time).isSorted();
    }
  }

  /** Ten agents print more than the heap holds, and each has a client that does not read. */
  @Test
  void pausedFollowersHoldNoLines() throws Exception {
    assertThat(SmallHeap.run(48, Flood.class, folder.toString()))
        .isEqualTo("10 followers read on\n");
  }

  static final class Flood {
    private Flood() {}

    static void main(String[] words) throws InterruptedException {
      String text = "x".repeat(60_000);
      AgentLogs logs = new AgentLogs(Path.of(words[0]), new Secrets(UnaryOperator.identity()));
      List<LogFollower> paused = new ArrayList<>();
      for (int agent = 0; agent < 10; agent++) {
        AgentLog log = logs.of(new UUID(0, agent));
        paused.add(log.follow(-1, Optional.empty()));
        for (int i = 0; i < 250; i++) {
          log.append(line(i, "stdout", text));
        }
      }
      int reading = 0;
      for (LogFollower follower : paused) {
        reading += follower.next(LONG).isPresent() ? 1 : 0;
      }
      System.out.println(reading + " followers read on");
    }
  }

  @Test
  void theNewestLineOfTheProgramIgnoresWhatTheDaemonSays() {
    AgentLogs logs = new AgentLogs(folder, secrets);
    assertThat(logs.of(AGENT).newest()).isEmpty();
    filled(logs, 2);
    logs.note(AGENT, START.plusSeconds(60), "stopped");

    assertThat(logs.of(AGENT).newest()).contains(START.plusSeconds(1));
  }

  @Test
  void aRemovedLogLeavesNoFile() throws IOException {
    AgentLogs logs = new AgentLogs(folder, secrets, 100);
    filled(logs, 20);
    logs.remove(AGENT);
    logs.remove(AGENT);

    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  private static AgentLog filled(AgentLogs logs, int count) {
    AgentLog log = logs.of(AGENT);
    for (int i = 0; i < count; i++) {
      log.append(line(i, "stdout", Integer.toString(i)));
    }
    return log;
  }

  private static LogLine line(int second, String stream, String text) {
    return new LogLine(START.plusSeconds(second), stream, text);
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
