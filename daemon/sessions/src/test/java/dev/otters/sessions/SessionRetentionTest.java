package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.NewSession;
import dev.otters.api.session.UsageGroup;
import dev.otters.home.store.Database;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sessions are kept for 20 days. */
class SessionRetentionTest extends SessionBench {
  private static final Duration AGE = Duration.ofDays(20);
  private static final Duration HOUR = Duration.ofHours(1);

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private SessionId answered(String name) {
    SessionId session = new SessionId(name);
    kit.say(session, "Hello");
    kit.answer(kit.lease(), "Hi.");
    return session;
  }

  private List<String> left() {
    return kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 10_000).stream()
        .map(session -> session.id().value())
        .sorted()
        .toList();
  }

  private void wake(SessionId session, Duration wait) {
    Instant now = kit.time.now();
    WakePlan plan =
        WakePlan.once(now.plus(wait), now, "look", Optional.empty(), WakePriority.NORMAL);
    kit.sessions.wakes().schedule(kit.agent, session, plan, tx -> {});
  }

  @Test
  void withoutARuleNothingIsDeleted() {
    answered("a");
    kit.advance(AGE.multipliedBy(20));
    assertThat(left()).containsExactly("a");
  }

  @Test
  void aSessionIsDeletedWhenItWasNotUsedForSoLong() {
    kit.sessions.retain(AGE);
    answered("old");
    kit.advance(AGE.minus(HOUR));
    answered("new");
    assertThat(left()).containsExactly("new", "old");

    kit.advance(HOUR.multipliedBy(2));

    assertThat(left()).containsExactly("new");
    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM events")))
        .isEqualTo(kit.service().events(kit.agent, new SessionId("new"), 0, 100).size());
    assertThat(kit.service().usage(UsageGroup.SESSION, Instant.EPOCH, Optional.empty()).rows())
        .as("usage outlives sessions")
        .hasSize(2);
  }

  private void pause(SessionId session) {
    kit.directory.options = Map.of("ask-tools", "kubectl");
    kit.directory.tools = List.of(new ToolSchema("kubectl", "Clusters.", ToolSchema.BIN_INPUT));
    kit.sessions.approvals().boot(new ApprovalBench.Gated());
    kit.say(session, "Hello");
    Activation turn = kit.lease();
    Completion calls =
        new Completion("", List.of(ApprovalBench.GATED), StopReason.TOOL_USE, SessionKit.USAGE);
    kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", calls);
    kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE);
  }

  @Test
  void onlySessionsWithoutWorkAreDeleted() {
    answered("idle");
    NewSession expires =
        new NewSession("r1", "expired", null, Map.of(), null, List.of(), null, 60L, null, null);
    kit.sessions.creation().create(kit.agent, expires, Optional.empty(), tx -> {});
    kit.advance(HOUR);
    wake(answered("wake"), AGE.multipliedBy(3));
    kit.say(new SessionId("dead"), "Fail.");
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    pause(new SessionId("paused"));
    kit.say(new SessionId("running"), "Hello");
    Activation running = kit.lease();
    assertThat(running.session()).isEqualTo("running");
    kit.say(new SessionId("waiting"), "Hello");
    kit.time.standStill(AGE.plus(HOUR));
    String[] busy = {"dead", "paused", "running", "waiting", "wake"};

    kit.sessions.retain(AGE);
    assertThat(left()).containsExactly(busy);

    kit.restart(Set.of());
    kit.sessions.retain(AGE);
    assertThat(left()).containsExactly(busy);
  }

  @Test
  void aDaemonThatDiesAtAnyCommitLeavesWholeSessions() throws IOException {
    for (int i = 0; i < 5; i++) {
      answered("s" + i);
    }
    Path file = folder.resolve("daemon.db");
    Map<String, Long> whole = events(kit.database);
    int before = Commits.ends(file).size();
    kit.time.standStill(AGE.plusSeconds(1));
    kit.sessions.retain(AGE);
    List<Integer> ends = Commits.ends(file);
    assertThat(ends.size() - before).isGreaterThanOrEqualTo(5);

    Set<Integer> sizes = new HashSet<>();
    for (int end : ends.subList(before, ends.size())) {
      try (Database left = Database.open(died(file, end))) {
        assertThat(whole.entrySet()).containsAll(events(left).entrySet());
        sizes.add(events(left).size());
        LogAudit.check(left);
      }
    }
    assertThat(sizes).containsExactlyInAnyOrder(4, 3, 2, 1, 0);
  }

  /** Returns a copy of a database as it was when its write-ahead log had a size. */
  private Path died(Path file, int size) throws IOException {
    Path copy = Files.createDirectory(folder.resolve("died" + size)).resolve("daemon.db");
    Files.copy(file, copy);
    byte[] log = Files.readAllBytes(Commits.log(file));
    Files.write(Commits.log(copy), Arrays.copyOf(log, size));
    return copy;
  }

  /** Returns the numbers of events of all sessions. */
  private static Map<String, Long> events(Database database) {
    return database
        .read(
            rows ->
                rows.list(
                    "SELECT s.id, count(e.seq) AS n FROM sessions s LEFT JOIN events e ON e.session"
                        + " = s.key GROUP BY s.key",
                    row -> Map.entry(row.text("id"), row.number("n"))))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void manySessionsAreDeletedInSteps() {
    for (int i = 0; i < SessionRetention.MOST + 20; i++) {
      NewSession wanted = new NewSession("r" + i, "s" + i, null, Map.of(), null, List.of());
      kit.sessions.creation().create(kit.agent, wanted, Optional.empty(), tx -> {});
    }
    kit.time.standStill(AGE.plusSeconds(1));

    kit.sessions.retain(AGE);

    assertThat(left()).hasSize(20);
    kit.advance(SessionRetention.EVERY);
    assertThat(left()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackDeletesNothing() {
    kit.sessions.retain(AGE);
    answered("a");
    kit.time.jumpWallClock(AGE.multipliedBy(-4));
    kit.advance(AGE.multipliedBy(2));
    assertThat(left()).containsExactly("a");
  }
}
