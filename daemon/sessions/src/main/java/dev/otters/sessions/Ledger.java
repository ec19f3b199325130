package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.api.session.TurnOutcome;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.price.Prices;
import dev.otters.protocol.TurnOptions;
import dev.otters.resources.Resources;
import dev.otters.resources.provider.ResourceServers;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.catalog.Catalog;
import dev.otters.sessions.lineage.Lineage;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.FileRows;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import dev.otters.sessions.log.Streams;
import dev.otters.sessions.mirror.Mirror;
import dev.otters.sessions.resource.TurnResources;
import dev.otters.sessions.running.Attempts;
import dev.otters.sessions.running.Leases;
import dev.otters.sessions.running.RunningCalls;
import dev.otters.sessions.running.SandboxListener;
import dev.otters.sessions.running.Schedule;
import dev.otters.sessions.running.Spools;
import dev.otters.sessions.running.TurnListener;
import dev.otters.sessions.trace.Traces;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The state that users' and runtimes' operations on sessions share. */
final class Ledger {
  private final Database database;
  private final Time time;
  private final Streams streams = new Streams();
  private final EventLog log;
  private final SessionRows sessions;
  private final ActivationRows activations;
  private final Schedule schedule;
  private final Leases leases;
  private final Attempts attempts = new Attempts();
  private final Spools spools = new Spools();
  private final RunningCalls gatedCalls = new RunningCalls();
  private final Traces traces;
  private final Mirror mirror;
  private final Catalog catalog;
  private final Budgets budgets;
  private final Map<TurnOutcome, Long> finished = new ConcurrentHashMap<>();
  private volatile TurnListener listener = TurnListener.NONE;
  private volatile SandboxListener sandboxes = SandboxListener.NONE;
  private volatile Prices prices = Prices.NONE;
  private volatile ResourceServers servers = ResourceServers.NONE;
  private volatile Runnable due = () -> {};

  Ledger(Database database, Time time, Traces traces, Consumer<Leases.Lease> expired) {
    this.database = database;
    this.traces = traces;
    this.time = time;
    this.log = new EventLog(time, streams);
    this.sessions = new SessionRows(time, log);
    this.activations = new ActivationRows(time);
    this.schedule = new Schedule(time);
    this.leases = new Leases(time, expired);
    this.budgets = new Budgets(database, time);
    this.mirror = new Mirror();
    this.catalog = new Catalog(database, activations, sessions);
    streams.listen(mirror::changed);
  }

  Database database() {
    return database;
  }

  /** Returns how many turns ended in which way since the daemon started. */
  Map<TurnOutcome, Long> finished() {
    return finished;
  }

  /** Returns the files of a session. */
  RequestBody.Files files(long session) {
    return (sha256, out) -> FileRows.write(database, session, sha256, out);
  }

  Time time() {
    return time;
  }

  Streams streams() {
    return streams;
  }

  EventLog log() {
    return log;
  }

  SessionRows sessions() {
    return sessions;
  }

  ActivationRows activations() {
    return activations;
  }

  Schedule schedule() {
    return schedule;
  }

  Leases leases() {
    return leases;
  }

  Attempts attempts() {
    return attempts;
  }

  Spools spools() {
    return spools;
  }

  /** Returns the calls of gated tools that run. */
  RunningCalls gatedCalls() {
    return gatedCalls;
  }

  Traces traces() {
    return traces;
  }

  /** Returns the files that mirror the logs. */
  Mirror mirror() {
    return mirror;
  }

  /** Returns the files that agents read about their sessions. */
  Catalog catalog() {
    return catalog;
  }

  /**
   * Returns the key of a session, which is named by its id or name.
   *
   * @throws SessionException with {@code NOT_FOUND}
   */
  long key(Rows rows, UUID agent, SessionId session) {
    return sessions.key(rows, agent, session).orElseThrow(() -> SessionException.notFound(session));
  }

  /** Deletes a session with all that belongs to it. */
  void delete(Tx tx, UUID agent, long session) {
    mirror.remove(tx, agent, sessions.id(tx, session));
    catalog.remove(tx, agent, session);
    sessions.delete(tx, session);
  }

  /** Deletes the sessions of an agent with all that belongs to them. */
  void delete(Tx tx, UUID agent) {
    mirror.remove(tx, agent);
    sessions.delete(tx, agent);
    OwnSandboxes.forget(tx, agent);
  }

  TurnListener listener() {
    return listener;
  }

  void listen(TurnListener heard) {
    this.listener = heard;
  }

  /** Returns what looks for wakes that are due, soon and in another thread. */
  Runnable due() {
    return due;
  }

  void whenDue(Runnable look) {
    this.due = look;
  }

  /** Returns the servers of resources. */
  ResourceServers servers() {
    return servers;
  }

  void serve(ResourceServers reached) {
    this.servers = reached;
  }

  Budgets budgets() {
    return budgets;
  }

  Prices prices() {
    return prices;
  }

  /** Returns what tokens cost now, in nanodollars; empty if the model has no price. */
  Optional<Long> cost(String model, Usage usage) {
    return prices.of(model).map(price -> price.nanos(usage));
  }

  void price(Prices list) {
    this.prices = list;
  }

  /**
   * Returns a turn that the agent holds.
   *
   * @throws SessionException with {@code STALE_FENCE} if it does not
   */
  ActivationRow holder(Rows rows, UUID agent, String activation, long fence) {
    return activations
        .find(rows, agent, activation)
        .filter(turn -> turn.leasedWith(fence))
        .orElseThrow(() -> SessionException.stale(activation, fence));
  }

  /**
   * Refuses an answer that was cut for another reason than the user's, such as a shutdown.
   *
   * @throws SessionException with {@code STALE_FENCE}
   */
  void requireInterrupted(UUID agent, String activation, long fence) {
    if (!database.read(rows -> holder(rows, agent, activation, fence)).interrupted()) {
      throw SessionException.stale(activation, fence);
    }
  }

  /** Returns the parents and children of sessions. */
  Lineage lineage(AgentDirectory directory) {
    return new Lineage(directory::resources);
  }

  /** Returns the resources of a turn. */
  TurnResources resources(Rows rows, ActivationRow turn, AgentDirectory directory) {
    return new TurnResources(
        Resources.SHIPPED,
        turn,
        sessions.id(rows, turn.session()),
        time.now(),
        directory.redactor(turn.agent()));
  }

  /** Appends an event of a turn. */
  void append(Tx tx, ActivationRow turn, EventType type, String body) {
    log.append(tx, turn.session(), EventLog.Draft.own(Optional.of(turn), type, body));
  }

  /** Starts the lease and the live stream of a turn when the transaction commits. */
  void taken(Tx tx, ActivationRow turn, TurnOptions limits) {
    Duration limit = Duration.ofMillis(limits.turnTimeoutMillis());
    long lastSeq = sessions.lastSeq(tx, turn.session());
    tx.afterCommit(
        () -> {
          attempts.begin(turn.id());
          leases.start(turn, limit);
          streams.turnStarted(turn.session(), lastSeq);
        });
  }

  /**
   * Ends the lease and the live stream of a turn when the transaction commits, and frees its place.
   */
  void released(Tx tx, ActivationRow turn) {
    tx.afterCommit(
        () -> {
          leases.end(turn.id());
          attempts.end(turn.id());
          streams.turnEnded(turn.session());
          schedule.freed(turn.sandbox());
          listener.ended(turn.sandbox(), turn.id());
          if (!turn.sandbox().equals(turn.agent())) {
            schedule.freed(turn.agent());
          }
        });
  }

  /** Wakes the runtime that waits for the work of a sandbox when the transaction commits. */
  void wake(Tx tx, UUID sandbox) {
    tx.announce(() -> schedule.wake(sandbox));
  }

  /** Returns what gives sessions sandboxes of their own. */
  SandboxListener sandboxes() {
    return sandboxes;
  }

  void listen(SandboxListener heard) {
    this.sandboxes = heard;
    schedule.listen(heard::woken);
  }
}
