package dev.otters.egress;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes that each agent has sent and received through the proxy in this day of UTC. They are
 * stored once a second, so a killed daemon forgets those of the last one. Thread-safe.
 */
final class Traffic {
  private static final Logger LOG = LoggerFactory.getLogger(Traffic.class);
  private static final Duration DELAY = Duration.ofSeconds(1);

  private final Database database;
  private final Time time;
  private final long most;
  private final Map<UUID, Count> counts = new ConcurrentHashMap<>();
  private final AtomicBoolean scheduled = new AtomicBoolean();

  private record Count(long day, AtomicLong bytes) {}

  /**
   * Creates the counters.
   *
   * @param most the bytes of one agent and day
   */
  Traffic(Database database, Time time, long most) {
    this.database = database;
    this.time = time;
    this.most = most;
  }

  /** Returns the error for an agent that may move no more today, with the remedy. */
  String spent() {
    return "This agent has sent and received all the bytes that it may today, in UTC: "
        + (most >> 20)
        + " MiB. The operator can raise egress-limit in ottersd.yaml, and then run: otters daemon"
        + " stop (the next command starts the daemon again).";
  }

  /** Counts bytes of an agent. Returns whether it may move more today. */
  boolean add(UUID agent, long bytes) {
    long sum = count(agent).bytes().addAndGet(bytes);
    if (bytes > 0 && scheduled.compareAndSet(false, true)) {
      Time.Timer unused = time.after(DELAY, this::store);
    }
    return sum < most;
  }

  private Count count(UUID agent) {
    long today = LocalDate.ofInstant(time.now(), ZoneOffset.UTC).toEpochDay();
    Count known = counts.get(agent);
    if (known != null && known.day() == today) {
      return known;
    }
    return counts.compute(
        agent,
        (_, old) -> {
          if (old == null) {
            return new Count(today, new AtomicLong(stored(agent, today)));
          }
          return old.day() == today ? old : new Count(today, new AtomicLong());
        });
  }

  private long stored(UUID agent, long day) {
    return database
        .read(
            rows ->
                rows.first(
                    "SELECT bytes FROM traffic WHERE agent = ? AND day = ?",
                    row -> row.number("bytes"),
                    agent,
                    day))
        .orElse(0L);
  }

  /** Forgets a run or an agent that has no connection any more. What it moved stays stored. */
  void forget(UUID agent) {
    store();
    counts.remove(agent);
  }

  /** Stores the counts. Those of what is no agent are not stored. */
  void store() {
    scheduled.set(false);
    if (counts.isEmpty()) {
      return;
    }
    try {
      database.update(tx -> counts.forEach((agent, count) -> store(tx, agent, count)));
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("cannot store how much agents moved");
    }
  }

  private static void store(Tx tx, UUID agent, Count count) {
    int unused =
        tx.execute(
            "INSERT INTO traffic(agent, day, bytes) SELECT id, ?, ? FROM agents WHERE id = ?"
                + " ON CONFLICT DO UPDATE SET day = excluded.day, bytes = excluded.bytes",
            count.day(),
            count.bytes().get(),
            agent);
  }
}
