package dev.otters.home.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.audit.AgentRefusals.Peer;
import dev.otters.home.audit.AuditLog.Entry;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRefusalsTest {
  private static final UUID BOB = UUID.randomUUID();
  private static final UUID EVE = UUID.randomUUID();

  @TempDir private Path folder;
  @AutoClose private Database database;
  private final ManualTime time = new ManualTime();
  private AuditLog log;
  private AgentRefusals refusals;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    log = new AuditLog(database, time);
    refusals = new AgentRefusals(log, time);
  }

  private Entry row(String call, String target, String token, String peer, int status, int count) {
    AuditCall all = new AuditCall(call, target, token, peer);
    return new Entry(time.now(), all, OptionalLong.of(status), count);
  }

  @Test
  void aRowNamesTheSocketAndWhoWasRefused() {
    refusals.foreign(Peer.EGRESS, BOB, "mallory");
    refusals.foreign(Peer.MODELS, BOB, "mallory");
    refusals.unknown(BOB, Optional.of("t1"));
    refusals.unknown(BOB, Optional.empty());
    assertThat(log.newest(10))
        .containsExactlyInAnyOrder(
            row("connect", BOB + "/mallory", "-", "egress", 403, 1),
            row("connect", BOB + "/mallory", "-", "models", 403, 1),
            row("hello", BOB.toString(), "t1", "agent", 401, 1),
            row("hello", BOB.toString(), "-", "agent", 401, 1));
  }

  @Test
  void anAgentThatFloodsGetsFewRowsAndEachRefusalIsCounted() {
    for (int i = 0; i < 100_000; i++) {
      refusals.unknown(EVE, Optional.of("t" + i));
    }
    refusals.unknown(EVE, Optional.of("t0"));
    refusals.unknown(BOB, Optional.of("mine"));
    assertThat(log.newest(1_000))
        .hasSize(AgentRefusals.MOST_NAMED + 2)
        .contains(
            row("hello", EVE.toString(), "t0", "agent", 401, 2),
            row("hello", EVE.toString(), "-", "agent", 401, 100_000 - AgentRefusals.MOST_NAMED),
            row("hello", BOB.toString(), "mine", "agent", 401, 1));
  }

  @Test
  void modelsThatProgramsMayNotAskAreCountedForEachAgent() {
    for (int i = 0; i < 100_000; i++) {
      refusals.model(EVE);
    }
    refusals.model(BOB);
    assertThat(log.newest(10))
        .containsExactlyInAnyOrder(
            row("ask", EVE.toString(), "-", "models", 404, 100_000),
            row("ask", BOB.toString(), "-", "models", 404, 1));
  }

  @Test
  void theNextHourNamesAgain() {
    for (int i = 0; i <= AgentRefusals.MOST_NAMED; i++) {
      refusals.foreign(Peer.AGENT, BOB, "user" + i);
    }
    time.advance(Duration.ofHours(1));
    refusals.foreign(Peer.AGENT, BOB, "late");
    List<Entry> rows = log.newest(100);
    assertThat(rows).hasSize(AgentRefusals.MOST_NAMED + 2);
    assertThat(rows.getFirst()).isEqualTo(row("connect", BOB + "/late", "-", "agent", 403, 1));
  }
}
