package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.home.store.StoreException.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that wait for the writer together, and so share a commit. */
class GroupedCommitTest {
  private static final Migration PARENTS =
      new Migration(
          2,
          """
          CREATE TABLE child(k TEXT REFERENCES a(k) DEFERRABLE INITIALLY DEFERRED) STRICT;
          """);

  @TempDir Path folder;
  private Database database;
  private final CountDownLatch gate = new CountDownLatch(1);
  private CompletableFuture<?> first = new CompletableFuture<>();

  @BeforeEach
  void open() throws InterruptedException {
    database = Database.open(folder.resolve("daemon.db"), List.of(SampleTable.FIRST, PARENTS));
    CountDownLatch running = new CountDownLatch(1);
    first =
        CompletableFuture.runAsync(
            () ->
                database.update(
                    tx -> {
                      running.countDown();
                      await(gate);
                      tx.afterCommit(() -> {});
                    }));
    running.await();
  }

  @AfterEach
  void close() {
    gate.countDown();
    first.join();
    database.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Starts a transaction that waits behind those before it, all behind the closed gate. */
  private <T> CompletableFuture<T> waiting(Function<Tx, T> work) {
    CompletableFuture<Thread> started = new CompletableFuture<>();
    Executor platform = task -> started.complete(Thread.ofPlatform().start(task));
    var end = CompletableFuture.supplyAsync(() -> database.write(work), platform);
    Thread thread = started.join();
    while (thread.getState() != Thread.State.WAITING && !end.isDone()) {
      LockSupport.parkNanos(100_000);
    }
    assertThat(end).isNotDone();
    return end;
  }

  private CompletableFuture<Integer> insert(String key) {
    return waiting(tx -> put(tx, key));
  }

  private static int put(Tx tx, String key) {
    return tx.execute("INSERT INTO a(k, n) VALUES(?, 0)", key);
  }

  private long countFromOutside() {
    return CompletableFuture.supplyAsync(() -> SampleTable.count(database)).join();
  }

  private List<String> keys() {
    return database.read(rows -> rows.list("SELECT k FROM a ORDER BY rowid", r -> r.text("k")));
  }

  @Test
  void worksThatWaitTogetherBecomeVisibleTogether() {
    var one = insert("one");
    var two =
        waiting(
            tx -> {
              put(tx, "two");
              long own = tx.number("SELECT count(*) AS n FROM a");
              return List.of(own, countFromOutside());
            });
    gate.countDown();

    assertThat(two.join()).containsExactly(2L, 0L);
    assertThat(one.join()).isEqualTo(1);
    assertThat(keys()).containsExactly("one", "two");
  }

  @Test
  void aFailureTakesBackItsOwnChangesOnly() {
    var one = insert("one");
    var bad =
        waiting(
            tx -> {
              put(tx, "bad");
              throw new IllegalArgumentException("refused");
            });
    var twice = insert("one");
    var two = insert("two");
    gate.countDown();

    one.join();
    two.join();
    assertThatThrownBy(bad::join).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(reason(twice)).isEqualTo(Reason.CONSTRAINT);
    assertThat(keys()).containsExactly("one", "two");
  }

  @Test
  void aFailureOfTheFirstWorkLeavesTheOthersAlone() {
    var bad =
        waiting(
            tx -> {
              put(tx, "bad");
              throw new IllegalArgumentException("refused");
            });
    var one = insert("one");
    gate.countDown();

    one.join();
    assertThatThrownBy(bad::join).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(keys()).containsExactly("one");
  }

  @Test
  void aWorkThatMakesTheCommitFailFailsAlone() {
    AtomicInteger runs = new AtomicInteger();
    var one =
        waiting(
            tx -> {
              runs.incrementAndGet();
              return put(tx, "one");
            });
    var orphan = waiting(tx -> tx.execute("INSERT INTO child(k) VALUES('none')"));
    var two = insert("two");
    gate.countDown();

    one.join();
    two.join();
    assertThat(reason(orphan)).isEqualTo(Reason.CONSTRAINT);
    assertThat(runs).hasValue(2);
    assertThat(keys()).containsExactly("one", "two");
  }

  @Test
  void aWorkForWhichSqliteEndsTheTransactionFailsAlone() {
    var one = insert("one");
    var ender = waiting(tx -> tx.execute("INSERT OR ROLLBACK INTO a(k, n) VALUES('one', 1)"));
    var two = insert("two");
    gate.countDown();

    one.join();
    two.join();
    assertThat(reason(ender)).isEqualTo(Reason.CONSTRAINT);
    assertThat(keys()).containsExactly("one", "two");
  }

  @Test
  void aLonelyWorkForWhichSqliteEndsTheTransactionTellsItsOwnFailure() {
    gate.countDown();
    first.join();
    SampleTable.put(database, "one", 1);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                database.update(
                    tx -> tx.execute("INSERT OR ROLLBACK INTO a(k, n) VALUES('one', 1)")))
        .extracting(StoreException::reason)
        .isEqualTo(Reason.CONSTRAINT);
    SampleTable.put(database, "two", 1);
    assertThat(keys()).containsExactly("one", "two");
  }

  @Test
  void aTaskAfterACommitRunsBeforeTheNextWork() {
    List<String> order = new CopyOnWriteArrayList<>();
    var one =
        waiting(
            tx -> {
              tx.afterCommit(() -> order.add("memory"));
              return put(tx, "one");
            });
    var two =
        waiting(
            tx -> {
              order.add("two sees " + countFromOutside());
              return true;
            });
    gate.countDown();

    CompletableFuture.allOf(one, two).join();
    assertThat(order).containsExactly("memory", "two sees 1");
  }

  @Test
  void aTaskAfterACommitThatUsesTheDatabaseFailsAndHoldsUpNoOne() {
    var one =
        waiting(
            tx -> {
              tx.afterCommit(() -> SampleTable.put(database, "never", 1));
              return put(tx, "one");
            });
    var two =
        waiting(
            tx -> {
              tx.announce(
                  () -> {
                    throw new AssertionError("wanted by the test");
                  });
              return put(tx, "two");
            });
    var three = insert("three");
    gate.countDown();

    CompletableFuture.allOf(one, two, three).join();
    assertThat(keys()).containsExactly("one", "two", "three");
  }

  @Test
  void announcementsFollowTheSharedCommitInTheirOrder() {
    List<String> order = new CopyOnWriteArrayList<>();
    List<CompletableFuture<Boolean>> works = new ArrayList<>();
    for (String name : List.of("one", "two", "three")) {
      works.add(
          waiting(
              tx -> {
                put(tx, name);
                order.add(name);
                tx.announce(() -> order.add(name + " of " + countFromOutside()));
                return true;
              }));
    }
    gate.countDown();

    works.forEach(CompletableFuture::join);
    assertThat(order).containsExactly("one", "two", "three", "one of 3", "two of 3", "three of 3");
  }

  @Test
  void aWorkThatFailsAnnouncesNothing() {
    List<String> told = new CopyOnWriteArrayList<>();
    var one = insert("one");
    var bad =
        waiting(
            tx -> {
              tx.announce(() -> told.add("bad"));
              throw new IllegalArgumentException("refused");
            });
    gate.countDown();

    one.join();
    assertThatThrownBy(bad::join).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void aRepeatedWorkAnnouncesOnce() {
    List<String> told = new CopyOnWriteArrayList<>();
    var one =
        waiting(
            tx -> {
              tx.announce(() -> told.add("one"));
              return true;
            });
    var orphan = waiting(tx -> tx.execute("INSERT INTO child(k) VALUES('none')"));
    gate.countDown();

    one.join();
    assertThat(reason(orphan)).isEqualTo(Reason.CONSTRAINT);
    assertThat(told).containsExactly("one");
  }

  @Test
  void moreWorksThanACommitTakesAllTakeEffect() {
    List<CompletableFuture<Integer>> works = new ArrayList<>();
    for (int i = 0; i < Groups.MOST + 10; i++) {
      works.add(insert("key" + i));
    }
    gate.countDown();

    works.forEach(CompletableFuture::join);
    assertThat(SampleTable.count(database)).isEqualTo(works.size());
  }

  @Test
  void aDatabaseThatClosesFinishesTheWorksThatWait() {
    var one = insert("one");
    var closing = CompletableFuture.runAsync(database::close);
    gate.countDown();

    assertThat(one.join()).isEqualTo(1);
    closing.join();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> SampleTable.put(database, "late", 1))
        .extracting(StoreException::reason)
        .isEqualTo(Reason.CLOSED);
  }

  @Test
  void aDeferredWorkIsStoredWithTheNextWrite() {
    gate.countDown();
    first.join();
    Database.Deferred early = database.defer(tx -> put(tx, "early"));
    assertThat(keys()).isEmpty();

    long seen = database.write(tx -> tx.number("SELECT count(*) AS n FROM a"));

    assertThat(seen).isEqualTo(1);
    assertThat(keys()).containsExactly("early");
    early.await();
    assertThat(keys()).containsExactly("early");
  }

  @Test
  void aDeferredWorkIsStoredWhenItIsAwaited() {
    gate.countDown();
    first.join();
    Database.Deferred early = database.defer(tx -> put(tx, "early"));

    early.await();

    assertThat(keys()).containsExactly("early");
  }

  @Test
  void aWriteBehindMoreDeferredWorksThanACommitTakesIsDone() {
    gate.countDown();
    first.join();
    for (int i = 0; i < Groups.MOST + 10; i++) {
      int number = i;
      var unused = database.defer(tx -> put(tx, "early" + number));
    }

    SampleTable.put(database, "last", 1);

    assertThat(SampleTable.count(database)).isEqualTo(Groups.MOST + 11);
  }

  @Test
  void aDatabaseThatClosesStoresDeferredWorks() {
    gate.countDown();
    first.join();
    var unused = database.defer(tx -> put(tx, "early"));
    database.close();

    try (Database again =
        Database.open(folder.resolve("daemon.db"), List.of(SampleTable.FIRST, PARENTS))) {
      assertThat(SampleTable.count(again)).isEqualTo(1);
    }
  }

  private static Reason reason(CompletableFuture<?> failed) {
    Optional<Throwable> cause = Optional.empty();
    try {
      var unused = failed.join();
    } catch (CompletionException e) {
      cause = Optional.ofNullable(e.getCause());
    }
    assertThat(cause).get().isInstanceOf(StoreException.class);
    return ((StoreException) cause.orElseThrow()).reason();
  }
}
