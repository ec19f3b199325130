package dev.otters.home.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.home.audit.AuditLog.Entry;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  private static final AuditCall SET =
      new AuditCall("PUT /v1/vaults/{vault}", "github", "t1", "unix");
  private static final AuditCall RUN = new AuditCall("POST /v1/agents", "-", "t2", "tcp");
  private static final AuditCall STRANGER = new AuditCall("GET /v1/agents", "-", "-", "tcp");

  @TempDir private Path folder;
  @AutoClose private Database database;
  private final ManualTime time = new ManualTime();
  private AuditLog log;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    log = new AuditLog(database, time);
  }

  private List<Entry> afterAKill() {
    return new AuditLog(database, time).newest(1_000);
  }

  @Test
  void aWriteIsOnTheDiskWithTheFirstChangeOfItsWork() {
    var unused = log.begin(SET);
    assertThat(afterAKill()).isEmpty();
    database.update(tx -> {});
    assertThat(afterAKill()).containsExactly(new Entry(time.now(), SET, OptionalLong.empty(), 1));
  }

  @Test
  void aWriteThatChangesNothingIsOnTheDiskBeforeItsAnswer() {
    log.end(log.begin(SET), 404, Optional.empty());
    assertThat(afterAKill()).containsExactly(new Entry(time.now(), SET, OptionalLong.empty(), 1));
  }

  @Test
  void aWriteWhoseChangeIsRefusedIsStoredWithoutIt() {
    var unused = log.begin(SET);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                database.update(
                    tx -> {
                      throw new IllegalArgumentException("refused");
                    }));
    assertThat(afterAKill()).hasSize(1);
  }

  @Test
  void aWriteGetsItsStatusAndTheTargetThatWasNotKnownBefore() {
    log.end(log.begin(SET), 200, Optional.empty());
    log.end(log.begin(RUN), 409, Optional.of("bob"));
    time.advance(Duration.ofSeconds(1));
    AuditCall named = new AuditCall(RUN.call(), "bob", RUN.token(), RUN.peer());
    assertThat(afterAKill())
        .containsExactly(
            new Entry(time.now().minusSeconds(1), named, OptionalLong.of(409), 1),
            new Entry(time.now().minusSeconds(1), SET, OptionalLong.of(200), 1));
    assertThat(log.newest(1)).hasSize(1);
  }

  @Test
  void equalRefusalsOfAnHourShareARow() {
    for (int i = 0; i < 100_000; i++) {
      log.refused(STRANGER, 401);
    }
    log.refused(STRANGER, 403);
    time.advance(Duration.ofSeconds(1));
    log.refused(STRANGER, 401);
    assertThat(log.newest(10))
        .containsExactly(
            new Entry(time.now(), STRANGER, OptionalLong.of(401), 100_001),
            new Entry(time.now().minusSeconds(1), STRANGER, OptionalLong.of(403), 1));
    time.advance(Duration.ofHours(1));
    log.refused(STRANGER, 401);
    log.close();
    assertThat(afterAKill()).extracting(Entry::count).containsExactly(1L, 100_001L, 1L);
  }

  @Test
  void aFloodOfKindsIsHeldInBoundedMemory() {
    for (int i = 0; i < 5_000; i++) {
      log.refused(new AuditCall("GET /v1/agents", "-", "token" + i, "tcp"), 401);
    }
    AuditCall rest = new AuditCall("-", "-", "-", "tcp");
    assertThat(log.newest(5_000))
        .hasSize(1_001)
        .contains(new Entry(time.now(), rest, OptionalLong.of(401), 4_000));
  }

  @Test
  void aFloodOfRefusalsRemovesNoWrite() {
    log.end(log.begin(SET), 200, Optional.empty());
    for (int i = 0; i < AuditRows.MOST_REFUSALS + 500; i++) {
      log.refused(new AuditCall("GET /v1/agents", "-", "token" + i, "tcp"), 401);
      if (i % 500 == 0) {
        time.advance(Duration.ofSeconds(1));
      }
    }
    List<Entry> all = log.newest(20_000);
    assertThat(all).hasSize(AuditRows.MOST_REFUSALS + 1);
    assertThat(all.getLast())
        .isEqualTo(new Entry(all.getLast().at(), SET, OptionalLong.of(200), 1));
  }

  @Test
  void theOldestWritesAreRemoved() {
    log.end(log.begin(RUN), 200, Optional.empty());
    log.close();
    database.update(tx -> tx.execute("UPDATE audit SET key = ?", 1_000));
    AuditLog later = new AuditLog(database, time);
    later.end(later.begin(SET), 200, Optional.empty());
    later.close();
    database.update(
        tx ->
            tx.execute(
                "UPDATE audit SET key = ? WHERE key = 1001", 1_000L + AuditRows.MOST_WRITES - 1));
    log = new AuditLog(database, time);
    log.end(log.begin(SET), 200, Optional.empty());
    assertThat(log.newest(10)).extracting(it -> it.call().call()).containsOnly(SET.call());
  }
}
