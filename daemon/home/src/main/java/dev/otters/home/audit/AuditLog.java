package dev.otters.home.audit;

import dev.otters.home.store.Database;
import dev.otters.home.store.StoreException;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record of the requests that write and of those that were refused. The row of a write can be
 * awaited, or else is in the first commit of its work. Its status, and the refusals, are held in
 * memory for a second and then stored together, so that a flood of refusals costs one transaction a
 * second. They are lost if the daemon is killed meanwhile. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final Duration DELAY = Duration.ofSeconds(1);

  /** The most kinds of refusals that are kept apart within a second. */
  private static final int MOST_KINDS = 1_000;

  private final Database database;
  private final Time time;
  private final Map<Long, Answer> answers = new LinkedHashMap<>();
  private final Map<Refusal, Seen> refusals = new LinkedHashMap<>();
  private final Object storing = new Object();
  private final AtomicLong last;
  private boolean scheduled;

  /**
   * A row.
   *
   * @param at when the request came; of several equal refusals, when the last one came
   * @param status the status of the answer; empty if there was none yet, or the daemon ended before
   * @param count the number of equal refusals within an hour, else 1
   */
  public record Entry(Instant at, AuditCall call, OptionalLong status, long count) {}

  /** A write whose answer is not known. Its row may wait for the next commit. */
  public record Begun(long key, Instant at, AuditCall call, Database.Deferred row) {}

  private record Answer(int status, Optional<String> target) {}

  private record Refusal(AuditCall call, int status) {}

  private record Seen(Instant at, long count) {
    Seen plus(Seen later) {
      return new Seen(later.at, count + later.count);
    }
  }

  /** Opens the record. A database has one that writes. */
  public AuditLog(Database database, Time time) {
    this.database = database;
    this.time = time;
    this.last = new AtomicLong(database.read(AuditRows::lastKey));
  }

  /** Adds a write. It is on the disk no later than anything that is written after this. */
  public Begun begin(AuditCall call) {
    long key = last.incrementAndGet();
    Instant at = time.now();
    return new Begun(key, at, call, database.defer(tx -> AuditRows.begin(tx, key, at, call)));
  }

  /**
   * Waits until the row of a write is on the disk.
   *
   * @throws StoreException if the row cannot be stored
   */
  public void await(Begun write) {
    try {
      write.row().await();
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      database.update(tx -> AuditRows.begin(tx, write.key(), write.at(), write.call()));
    }
  }

  /**
   * Waits until the row of a write is on the disk, and sets its status.
   *
   * @param target the name of what it concerns, if it was not known before
   * @throws StoreException if the row cannot be stored
   */
  public void end(Begun write, int status, Optional<String> target) {
    await(write);
    ended(write.key(), new Answer(status, target));
  }

  private synchronized void ended(long key, Answer answer) {
    answers.put(key, answer);
    storeSoon();
  }

  /** Adds a refused request. Beyond 1,000 kinds within a second, only status and peer are kept. */
  public synchronized void refused(AuditCall call, int status) {
    Refusal refusal = new Refusal(call, status);
    if (refusals.size() >= MOST_KINDS && !refusals.containsKey(refusal)) {
      String none = AuditCall.NONE;
      refusal = new Refusal(new AuditCall(none, none, none, call.peer()), status);
    }
    refusals.merge(refusal, new Seen(time.now(), 1), Seen::plus);
    storeSoon();
  }

  private void storeSoon() {
    if (!scheduled) {
      scheduled = true;
      time.after(DELAY, this::store);
    }
  }

  /** Returns the newest rows, the newest first. */
  public List<Entry> newest(int limit) {
    store();
    return database.read(rows -> AuditRows.newest(rows, limit));
  }

  /** Stores what is held in memory. Refusals that find the disk full are lost. */
  private void store() {
    synchronized (storing) {
      Map<Long, Answer> ended = taken(answers);
      Map<Refusal, Seen> refused = taken(refusals);
      store(
          ended.size(),
          () ->
              database.update(
                  tx ->
                      ended.forEach(
                          (key, it) -> AuditRows.end(tx, key, it.status(), it.target()))));
      store(
          refused.size(),
          () ->
              database.add(
                  tx -> {
                    refused.forEach(
                        (it, seen) ->
                            AuditRows.refused(tx, seen.at(), it.call(), it.status(), seen.count()));
                    return true;
                  }));
    }
  }

  private static void store(int rows, Runnable transaction) {
    if (rows == 0) {
      return;
    }
    try {
      transaction.run();
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("rows", rows).setCause(e).log("Cannot store the end of requests");
    }
  }

  private synchronized <K, V> Map<K, V> taken(Map<K, V> rows) {
    scheduled = false;
    Map<K, V> all = new LinkedHashMap<>(rows);
    rows.clear();
    return all;
  }

  /** Stores what is held in memory. */
  @Override
  public void close() {
    store();
  }
}
