package dev.otters.sessions.trace;

import dev.otters.api.session.TurnOutcome;
import dev.otters.home.store.Database;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import dev.otters.sessions.conversation.TurnSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what turns send to models, and deletes what is too old or too much. Recording never fails
 * a turn. Thread-safe.
 */
public final class Traces implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Traces.class);
  private static final String OPTION = "trace";

  /** Traces are deleted in portions, so that no transaction is long. */
  private static final int PORTION = 1000;

  private final Database database;
  private final Time time;
  private final TraceSettings settings;
  private final Map<String, Recorded> running = new ConcurrentHashMap<>();
  private final RecentHashes packed = new RecentHashes();
  private final AtomicBoolean cleaning = new AtomicBoolean();
  private volatile boolean closed;
  private volatile Optional<PromptLog> promptLog = Optional.empty();
  private volatile Function<UUID, UnaryOperator<String>> redactors =
      agent -> UnaryOperator.identity();

  /** The recording of a step with its policy. */
  private record Recorded(Recording recording, TracePolicy policy) {}

  public Traces(Database database, Time time, TraceSettings settings) {
    this.database = database;
    this.time = time;
    this.settings = settings;
  }

  /** Sets what hides the secrets in the texts of an agent. */
  public void redact(Function<UUID, UnaryOperator<String>> wanted) {
    redactors = wanted;
  }

  /**
   * Returns the recording of a step.
   *
   * @param spool keeps the answers of vendors
   */
  public Recording begin(String step, UUID agent, TurnSettings turn, Spool spool) {
    TracePolicy policy = policy(turn);
    Recording recording = new Recording(time, spool, body -> content(body, policy, agent));
    running.put(step, new Recorded(recording, policy));
    return recording;
  }

  /** Returns what a policy stores of a request, with its new parts compressed. */
  private Content content(RequestBody body, TracePolicy policy, UUID agent) {
    Content content = Content.of(body, policy, redactors.apply(agent));
    content.stored().ifPresent(stored -> stored.pack(packed::add));
    return content;
  }

  /** Returns the policy of a turn. */
  public TracePolicy policy(TurnSettings turn) {
    return settings.policy(
        Optional.ofNullable(turn.options().get(OPTION)).flatMap(TracePolicy::named));
  }

  /** Returns what hides the secrets in the texts of an agent. */
  public UnaryOperator<String> redactor(UUID agent) {
    return redactors.apply(agent);
  }

  /** Returns what changes the texts of an agent to what a policy allows. */
  UnaryOperator<String> shown(TracePolicy policy, UUID agent) {
    return policy == TracePolicy.FULL ? UnaryOperator.identity() : redactors.apply(agent);
  }

  /**
   * Begins to write a line for each finished turn.
   *
   * @param most the size of the file in bytes at which a new one begins
   */
  public void log(Path file, long most) {
    promptLog = Optional.of(new PromptLog(database, this, file, most));
  }

  /** Called when the end of a turn is stored. */
  public void finished(String activation, TurnOutcome outcome) {
    promptLog.ifPresent(log -> log.finished(activation, outcome, time.now()));
  }

  /** Deletes no more traces, and writes the last lines of the log. */
  @Override
  public void close() {
    closed = true;
    promptLog.ifPresent(PromptLog::close);
  }

  /** Ends the recording of a step and returns what is to be stored. */
  public List<Trace> end(String step, UUID agent) {
    Recorded ended = running.remove(step);
    if (ended == null || ended.policy() == TracePolicy.OFF) {
      return List.of();
    }
    try {
      return of(ended, redactors.apply(agent));
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("A request was not recorded");
      return List.of();
    }
  }

  /** Forgets a step that ended without an answer or a failure, such as that of the database. */
  public void drop(String step) {
    running.remove(step);
  }

  private static List<Trace> of(Recorded ended, UnaryOperator<String> redactor) {
    List<Trace> traces = new ArrayList<>();
    for (Exchange made : ended.recording().ended()) {
      traces.add(Trace.of(traces.size() + 1, made, ended.policy(), redactor));
    }
    return traces;
  }

  /** Deletes soon what is too much, if it is. Called after traces were stored. */
  public void limit(Tx tx) {
    if (size(tx) > settings.bytes()) {
      tx.afterCommit(() -> cleanSoon(Duration.ZERO));
    }
  }

  /** Deletes chunks of a removed session soon. */
  public void cleanSoon(Duration delay) {
    if (cleaning.compareAndSet(false, true)) {
      time.after(
          delay,
          () -> {
            cleaning.set(false);
            cleanUnlessClosed();
          });
    }
  }

  /** Leaves the rest to the next daemon when this one ends. */
  private void cleanUnlessClosed() {
    try {
      if (!closed) {
        clean();
      }
    } catch (StoreException e) {
      if (!closed) {
        throw e;
      }
    }
  }

  private static long size(Tx tx) {
    return tx.number("SELECT bytes AS n FROM trace_size");
  }

  /** Deletes traces that are too old, the oldest ones if all are too large, and unused chunks. */
  public synchronized void clean() {
    long old = time.now().minus(settings.age()).toEpochMilli();
    int deleted = PORTION;
    while (deleted == PORTION) {
      deleted =
          database.write(
              tx ->
                  tx.execute(
                      "DELETE FROM traces WHERE key IN (SELECT key FROM traces WHERE at < ? LIMIT"
                          + " ?)",
                      old,
                      PORTION));
    }
    sweep();
    while (database.write(this::shrink) > 0) {
      sweep();
    }
  }

  /** Deletes a part of the traces if all are too large. */
  private int shrink(Tx tx) {
    long all = tx.number("SELECT count(*) AS n FROM traces");
    return size(tx) <= settings.bytes()
        ? 0
        : tx.execute(
            "DELETE FROM traces WHERE key IN (SELECT key FROM traces ORDER BY key LIMIT ?)",
            Math.ceilDiv(all, 16));
  }

  private void sweep() {
    ChunkStore.Used used = database.readLong(ChunkStore.Used::new);
    boolean more = true;
    while (more) {
      more = database.readLong(used::add);
    }
    while (database.write(used::sweep)) {
      // Other writes come between two portions.
    }
  }
}
