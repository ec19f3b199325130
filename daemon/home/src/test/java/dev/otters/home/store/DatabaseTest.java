package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.home.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("daemon.db");
  }

  private Database open(Migration... migrations) {
    return Database.open(file, List.of(migrations));
  }

  @Test
  void theFilesAreReadableByTheirOwnerAlone() throws IOException {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      try (var files = Files.list(folder)) {
        assertThat(files)
            .hasSizeGreaterThan(1)
            .allSatisfy(
                one ->
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                        .isEqualTo("rw-------"));
      }
    }
  }

  @Test
  void aClosedDatabaseLeavesNoThread() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<Thread> own;
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      long unused = database.readLong(rows -> rows.number("SELECT count(*) AS n FROM a"));
      own = new ArrayList<>(Thread.getAllStackTraces().keySet());
      own.removeAll(before);
      own.removeIf(thread -> !thread.getName().startsWith("store-"));
    }
    assertThat(own).extracting(Thread::getName).contains("store-reader");
    assertThat(own).noneMatch(Thread::isAlive);
  }

  @Test
  void aFileThatOthersCouldReadIsNarrowed() throws IOException {
    Files.createFile(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    open(SampleTable.FIRST).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aTaskThatFailsAfterACommitHarmsNeitherTheWriteNorOtherTasks() {
    List<String> told = new ArrayList<>();
    try (Database database = open(SampleTable.FIRST)) {
      database.update(
          tx -> {
            tx.execute("INSERT INTO a(k, n) VALUES('x', 1)");
            tx.afterCommit(
                () -> {
                  throw new IllegalStateException("no");
                });
            tx.afterCommit(() -> told.add("second"));
          });
      assertThat(SampleTable.count(database)).isEqualTo(1);
    }
    assertThat(told).containsExactly("second");
  }

  @Test
  void aTransactionThatSqliteEndsByItselfCostsOnlyItself() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(
              () ->
                  database.update(
                      tx -> tx.execute("INSERT OR ROLLBACK INTO a(k, n) VALUES('x', 2)")));

      SampleTable.put(database, "y", 1);
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  database.update(
                      tx -> {
                        tx.execute("DELETE FROM a");
                        throw new IllegalStateException("undo this");
                      }));
      assertThat(SampleTable.count(database)).isEqualTo(2);
    }
  }

  @Test
  void everyCommitIsSyncedAndForeignKeysHold() {
    try (Database database = open(SampleTable.FIRST)) {
      assertThat(database.<String>write(tx -> pragma(tx, "journal_mode"))).isEqualTo("wal");
      assertThat(database.<String>write(tx -> pragma(tx, "synchronous"))).isEqualTo("2");
      assertThat(database.<String>write(tx -> pragma(tx, "foreign_keys"))).isEqualTo("1");
    }
  }

  private static String pragma(Rows rows, String name) {
    return rows.first("PRAGMA " + name, row -> row.text(name)).orElseThrow();
  }

  @Test
  void aFailingTransactionLeavesNothingAndTellsNobody() {
    List<String> told = new ArrayList<>();
    try (Database database = open(SampleTable.FIRST)) {
      assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  database.update(
                      tx -> {
                        tx.execute("INSERT INTO a(k, n) VALUES('x', 1)");
                        tx.afterCommit(() -> told.add("x"));
                        throw new IllegalStateException("no");
                      }));
      assertThat(SampleTable.count(database)).isZero();
      assertThat(told).isEmpty();
    }
  }

  @Test
  void whoWaitsForACommitIsToldInOrder() {
    List<String> told = new ArrayList<>();
    try (Database database = open(SampleTable.FIRST)) {
      database.update(
          tx -> {
            tx.afterCommit(() -> told.add("first"));
            tx.afterCommit(() -> told.add("second"));
          });
    }
    assertThat(told).containsExactly("first", "second");
  }

  @Test
  void readersSeeTheLastCommittedStateWhileAWriterWorks() throws Exception {
    try (Database database = open(SampleTable.FIRST);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      SampleTable.put(database, "x", 1);
      CountDownLatch inside = new CountDownLatch(1);
      CountDownLatch read = new CountDownLatch(1);
      Future<?> writer =
          threads.submit(
              () ->
                  database.update(
                      tx -> {
                        tx.execute("INSERT INTO a(k, n) VALUES('y', 2)");
                        inside.countDown();
                        await(read);
                      }));
      inside.await();
      assertThat(SampleTable.count(database)).isEqualTo(1);
      read.countDown();
      writer.get();
      assertThat(SampleTable.count(database)).isEqualTo(2);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anInterruptedCallerStillLearnsThatItsWriteIsDurable() {
    try (Database database = open(SampleTable.FIRST)) {
      Thread.currentThread().interrupt();
      SampleTable.put(database, "x", 1);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(SampleTable.count(database)).isEqualTo(1);
    }
  }

  @Test
  void valuesComeBackAsTheyWereStored() {
    UUID id = UUID.randomUUID();
    Instant time = Instant.ofEpochMilli(1_234_567_890_123L);
    try (Database database = open(SampleTable.FIRST)) {
      database.update(tx -> tx.execute("INSERT INTO a(k, n) VALUES(?, ?)", id, Optional.of(time)));
      database.update(tx -> tx.execute("INSERT INTO a(k, n) VALUES(?, ?)", Reason.FULL, true));
      database.update(tx -> tx.execute("INSERT INTO a(k, n) VALUES('z', ?)", Optional.empty()));
      assertThat(database.<UUID>read(rows -> one(rows, id.toString()).uuid())).isEqualTo(id);
      assertThat(database.<Instant>read(rows -> one(rows, id.toString()).time())).isEqualTo(time);
      assertThat(
              database.<Boolean>read(
                  rows -> rows.any("SELECT 1 FROM a WHERE k = 'FULL' AND n = 1")))
          .isTrue();
      assertThat(
              database.<Boolean>read(
                  rows -> rows.any("SELECT 1 FROM a WHERE k = 'z' AND n IS NULL")))
          .isTrue();
    }
  }

  private record Pair(UUID uuid, Instant time) {}

  private static Pair one(Rows rows, String key) {
    return rows.first(
            "SELECT * FROM a WHERE k = ?", row -> new Pair(row.uuid("k"), row.time("n")), key)
        .orElseThrow();
  }

  @Test
  void aMissingValueNamesItsColumn() {
    try (Database database = open(SampleTable.FIRST)) {
      database.update(tx -> tx.execute("INSERT INTO a(k) VALUES('x')"));
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(
              () -> database.read(rows -> rows.list("SELECT n FROM a", row -> row.number("n"))))
          .withMessageContaining("column n");
    }
  }

  @Test
  void aBrokenRuleOfTheSchemaSaysSo() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> SampleTable.put(database, "x", 2))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CONSTRAINT));
    }
  }

  @Test
  void aTransactionWithinATransactionIsRefusedInsteadOfWaitingForItself() {
    try (Database database = open(SampleTable.FIRST)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> database.update(tx -> SampleTable.put(database, "x", 1)))
          .withMessageContaining("must not start another");
      assertThatIllegalStateException()
          .isThrownBy(() -> database.update(tx -> SampleTable.count(database)));
    }
  }

  private static Optional<Reason> constant(Database database, long number) {
    return database.read(
        rows ->
            rows.first(
                "SELECT k FROM a WHERE n = ?", row -> row.constant("k", Reason.class), number));
  }

  @Test
  void aConstantIsReadByItsNameAndAnUnknownOneIsDamage() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "FULL", 1);
      SampleTable.put(database, "EMPTY", 2);
      assertThat(constant(database, 1)).contains(Reason.FULL);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> constant(database, 2))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED))
          .withMessageContaining("unknown k 'EMPTY'");
    }
  }

  @Test
  void aClosedDatabaseSaysSo() {
    Database database = open(SampleTable.FIRST);
    database.close();
    database.close();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> SampleTable.put(database, "x", 1))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> database.readLong(rows -> true))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
  }

  @Test
  void networkFilesystemsAreTold() {
    assertThat(Connections.isNetwork("nfs4")).isTrue();
    assertThat(Connections.isNetwork("fuse.sshfs")).isTrue();
    assertThat(Connections.isNetwork("ext4")).isFalse();
    assertThat(Connections.isNetwork("tmpfs")).isFalse();
  }

  @Test
  void aStatementRunsWithinItself() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      SampleTable.put(database, "y", 2);
      String sql = "SELECT k FROM a WHERE n >= ? ORDER BY k";
      List<String> pairs =
          database.read(
              rows ->
                  rows.list(
                      sql,
                      outer ->
                          outer.text("k") + rows.list(sql, inner -> inner.text("k"), 2).getFirst(),
                      1));
      assertThat(pairs).containsExactly("xy", "yy");
    }
  }

  @Test
  void aStatementThatFailedRunsAgain() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> SampleTable.put(database, "x", 2));
      SampleTable.put(database, "y", 2);
      assertThat(SampleTable.count(database)).isEqualTo(2);
    }
  }

  @Test
  void moreStatementsThanAreKeptStillRun() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
      for (int i = 0; i < 500; i++) {
        int more = i;
        assertThat(
                database.<Long>read(
                    rows -> rows.number("SELECT count(*) + " + more + " AS n FROM a")))
            .isEqualTo(1L + i);
      }
    }
  }

  @Test
  void longReadsLeaveRoomForShortOnes() throws Exception {
    try (Database database = open(SampleTable.FIRST);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      List<Future<Boolean>> reads = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        reads.add(
            threads.submit(
                () ->
                    database.readLong(
                        rows -> {
                          begun.countDown();
                          return awaits(end) && !Thread.currentThread().isVirtual();
                        })));
      }
      begun.await();
      assertThat(database.<Integer>read(rows -> 1)).isEqualTo(1);
      end.countDown();
      for (Future<Boolean> read : reads) {
        assertThat(read.get()).isTrue();
      }
    }
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
