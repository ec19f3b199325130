package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.time.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database on a disk without a free byte. */
class FullDatabaseTest {
  @TempDir Path folder;
  private Optional<SmallDisk> disk = Optional.empty();
  private Optional<Database> database = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    disk = SmallDisk.mount(folder.resolve("disk"), 16);
    assumeTrue(disk.isPresent(), "only root can mount");
    restart();
    add("first");
  }

  @AfterEach
  void close() throws IOException {
    database.ifPresent(Database::close);
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  void writesThatMustNotFailUseTheReserveAndOthersAreRefused() throws IOException {
    SmallDisk.fill(filler());
    SampleTable.put(database(), "k".repeat(20_000), 1);

    for (int i = 0; i < 100; i++) {
      SampleTable.put(database(), "key" + i, i);
      assertThatExceptionOfType(StoreException.class)
          .isThrownBy(() -> add("more"))
          .matches(StoreException::full);
    }
    assertThat(SampleTable.count(database())).isEqualTo(102);
  }

  @Test
  void aWriteWithoutTheReserveFailsAndLeavesItComplete() throws IOException {
    Path reserve = filler().resolveSibling("daemon.db-reserve");
    SmallDisk.fill(filler());

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                database()
                    .writeWithoutReserve(
                        tx -> tx.execute("INSERT INTO a(k, n) VALUES(?, 0)", "k".repeat(20_000))))
        .matches(StoreException::full);
    assertThat(reserve).hasSize(Reserve.SIZE);
  }

  @Test
  void whatIsFreedForOneWriteIsTakenBackAtOnce() throws IOException {
    SmallDisk.fill(filler());

    SampleTable.put(database(), "k".repeat(20_000), 1);

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> Files.write(filler().resolveSibling("thief"), new byte[1 << 16]));
  }

  @Test
  void writersThatShareCommitsAllGetSpaceFromTheReserve() throws Exception {
    SmallDisk.fill(filler());

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writes = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        String key = (i % 10 == 0 ? "k".repeat(5_000) : "k") + i;
        writes.add(threads.submit(() -> SampleTable.put(database(), key, 1)));
      }
      for (Future<?> write : writes) {
        assertThat(write.get()).isNull();
      }
    }
    assertThat(SampleTable.count(database())).isEqualTo(61);
  }

  @Test
  void theDatabaseOpensOnAFullDiskAgainAndAgain() throws IOException {
    SmallDisk.fill(filler());

    for (int i = 0; i < 20; i++) {
      restart();
      SampleTable.put(database(), "key" + i, i);
      database().fillReserve();
    }
    assertThat(SampleTable.count(database())).isEqualTo(21);
  }

  @Test
  void dataIsAddedAgainOnceThereIsRoom() throws IOException {
    SmallDisk.fill(filler());
    SampleTable.put(database(), "k".repeat(20_000), 1);
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> add("refused"));
    Files.delete(filler());

    add("accepted");

    assertThat(SampleTable.count(database())).isEqualTo(3);
  }

  @Test
  void aMissingReserveIsFilledAgainOnceThereIsRoom() throws IOException {
    Path reserve = filler().resolveSibling("daemon.db-reserve");
    database().close();
    Files.delete(reserve);
    SmallDisk.fill(filler());

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> {
              restart();
              SampleTable.put(database(), "k".repeat(20_000), 1);
            })
        .matches(StoreException::full);
    Files.delete(filler());
    restart();
    add("accepted");
    assertThat(reserve).hasSize(Reserve.SIZE);
  }

  private void restart() {
    database.ifPresent(Database::close);
    database =
        Optional.of(
            Database.open(
                disk.orElseThrow().folder().resolve("daemon.db"), List.of(SampleTable.FIRST)));
  }

  private Database database() {
    return database.orElseThrow();
  }

  private Path filler() {
    return disk.orElseThrow().folder().resolve("filler");
  }

  private void add(String key) {
    int changed = database().add(tx -> tx.execute("INSERT INTO a(k, n) VALUES(?, 0)", key));
    assertThat(changed).isEqualTo(1);
  }
}
