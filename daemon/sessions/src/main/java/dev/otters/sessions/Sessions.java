package dev.otters.sessions;

import dev.otters.api.session.TurnOutcome;
import dev.otters.home.FreeSpace;
import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.price.Prices;
import dev.otters.resources.provider.ResourceServers;
import dev.otters.sessions.budget.Amount;
import dev.otters.sessions.budget.Spending;
import dev.otters.sessions.catalog.CatalogFolder;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.mirror.Origin;
import dev.otters.sessions.mirror.SessionCheck;
import dev.otters.sessions.outcome.Outcomes;
import dev.otters.sessions.running.Leases;
import dev.otters.sessions.trace.TraceReader;
import dev.otters.sessions.trace.TraceSettings;
import dev.otters.sessions.trace.Traces;
import dev.otters.sessions.wake.WakeRows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * All sessions of a daemon: a {@link SessionService} for users and a {@link TurnService} for
 * runtimes.
 */
public final class Sessions implements AutoCloseable {
  private static final Duration HOUSEKEEPING = Duration.ofDays(1);

  private final Ledger ledger;
  private final SessionService service;
  private final Leasing leasing;
  private final TurnService turns;
  private final TurnSteps steps;
  private final Approvals approvals;
  private final CustomCalls customCalls;
  private final Wakes wakes;
  private final SessionExpiry expiry;
  private final RuntimeReports reports;
  private final Recovery recovery;
  private final Traces traces;
  private final AgentDirectory directory;
  private final SessionBudgets budgets;
  private final Oversight oversight;
  private volatile boolean closed;

  /**
   * Creates the services; nothing runs before {@link #boot}.
   *
   * @param random the source of jitter for retries
   */
  public Sessions(Database database, AgentDirectory directory, Time time, RandomGenerator random) {
    this(database, directory, time, random, TraceSettings.DEFAULTS);
  }

  /** Creates the services as above, with settings of traces. */
  public Sessions(
      Database database,
      AgentDirectory directory,
      Time time,
      RandomGenerator random,
      TraceSettings traces) {
    this.directory = directory;
    this.traces = new Traces(database, time, traces);
    this.ledger = new Ledger(database, time, this.traces, this::expire);
    Settlement settlement = new Settlement(ledger, new Backoff(random), directory);
    this.leasing = new Leasing(ledger, settlement, directory);
    this.turns = new TurnService(ledger, settlement, leasing);
    this.approvals = new Approvals(ledger, settlement, directory);
    this.customCalls = new CustomCalls(ledger, settlement, directory);
    this.wakes = new Wakes(ledger, leasing, directory);
    this.expiry = new SessionExpiry(ledger, settlement, wakes);
    this.service = new SessionService(ledger, settlement, leasing, directory, expiry);
    this.steps = new TurnSteps(ledger, turns, approvals, customCalls, wakes, directory);
    this.reports = new RuntimeReports(ledger, turns);
    this.recovery = new Recovery(ledger, settlement, directory);
    this.budgets = new SessionBudgets(ledger, settlement, directory);
    this.oversight = new Oversight(ledger, settlement, new TurnQueue(ledger, leasing, directory));
  }

  /** Sets the prices of models, which are unknown before. */
  public void price(Prices prices) {
    ledger.price(prices);
  }

  /** Keeps answers of vendors in a folder until they are stored. Call before {@link #boot}. */
  public void spool(Path folder) {
    ledger.spools().open(folder);
  }

  /**
   * Mirrors the logs of sessions into files from now on. Call when all secrets are known.
   *
   * @param folder the folder of the files
   * @param release the release that they name
   * @param space what mirrors must leave free
   */
  public void mirror(Path folder, String release, FreeSpace space) {
    ledger
        .mirror()
        .open(folder, new Origin(ledger.database(), ledger.log(), traces, release), space);
  }

  /** Returns the sandboxes of sessions that have one of their own. */
  public SessionSandboxes sandboxes() {
    return new SessionSandboxes(ledger);
  }

  /** Writes the catalogs of sessions into a folder from now on. */
  public void catalog(CatalogFolder folder) {
    ledger.catalog().open(folder);
  }

  /** Asks servers of resources from now on. Call before {@link #boot}. */
  public void serve(ResourceServers servers) {
    ledger.serve(servers);
  }

  /** Ends the servers of the resources of an agent that is being removed, and waits for them. */
  public void endServers(UUID agent) {
    ledger.servers().forget(agent);
  }

  /** Called when an agent has another name. */
  public void agentRenamed(String from, String to) {
    ledger.mirror().renamed(from, to);
  }

  /** Sets the budgets of all agents for a day, which are unlimited before. */
  public void limit(Amount perDay) {
    ledger.budgets().limitHome(perDay);
  }

  /**
   * Deletes sessions without work from now on when they were not used for so long. Call after
   * {@link #boot}.
   */
  public void retain(Duration age) {
    new SessionRetention(ledger, removal()).start(age);
  }

  /** Returns how many turns ended in which way since the daemon started. */
  public Map<TurnOutcome, Long> finishedTurns() {
    return Map.copyOf(ledger.finished());
  }

  /** Returns the number of open activations in each state, without states that have none. */
  public Map<ActivationState, Long> openActivations() {
    return ledger.database().read(ledger.activations()::openByState);
  }

  /** Returns the budgets of sessions. */
  public SessionBudgets budgets() {
    return budgets;
  }

  /** Returns the service for users. */
  public SessionService service() {
    return service;
  }

  /** Returns the service for runtimes. */
  public TurnService turns() {
    return turns;
  }

  /** Returns what gives turns to runtimes. */
  Leasing leasing() {
    return leasing;
  }

  /** Returns the steps of turns. */
  public TurnSteps steps() {
    return steps;
  }

  /** Returns the calls that need the operator's permission. */
  public Approvals approvals() {
    return approvals;
  }

  /** Returns the calls of the tools that clients run. */
  public CustomCalls customCalls() {
    return customCalls;
  }

  /** Returns what sessions shall achieve. */
  public Outcomes outcomes() {
    return FileCalls.outcomes(ledger, directory);
  }

  /** Returns what creates sessions before their first message. */
  public SessionCreation creation() {
    return new SessionCreation(ledger, directory, expiry);
  }

  /** Returns what deletes sessions. */
  public SessionRemoval removal() {
    return new SessionRemoval(ledger, directory);
  }

  /** Returns the wakes of all sessions. */
  public Wakes wakes() {
    return wakes;
  }

  /** Returns the store for what runtimes report. */
  public RuntimeReports reports() {
    return reports;
  }

  /** Returns what operators see of sessions. */
  public Oversight oversight() {
    return oversight;
  }

  /** Returns what shows the next request of a session. */
  public Preview preview() {
    return new Preview(ledger, turns, directory);
  }

  /** Returns the reader of traces. */
  public TraceReader traceReader() {
    return new TraceReader(ledger.database(), ledger.sessions());
  }

  /** Returns what asks other models what turns asked. */
  public Replays replays(ModelGateway gateway) {
    return new Replays(ledger, directory, gateway);
  }

  /** Returns what finds damage of logs and mirrors. */
  public SessionCheck check() {
    return new SessionCheck(ledger.database(), ledger.sessions(), ledger.mirror());
  }

  /** Returns what asks models for the programs of agents. */
  public ProgramRequests programRequests(ModelGateway gateway) {
    return new ProgramRequests(ledger, directory, gateway);
  }

  /** Returns the recorder of what turns send to models. */
  public Traces traces() {
    return traces;
  }

  /**
   * Resumes the work of the previous daemon. Call once, before opening any agent's socket. A turn
   * whose sandbox still runs keeps its lease for 30 s, in which the runtime may reconnect; any
   * other turn is ready at once.
   *
   * @param alive the agents whose sandboxes are running
   */
  public void boot(Set<UUID> alive) {
    recovery.boot(alive);
    expiry.boot();
    keepHouse();
  }

  private void expire(Leases.Lease lease) {
    recovery.expire(lease);
  }

  private void keepHouse() {
    if (!closed) {
      ledger
          .database()
          .update(
              tx -> {
                Set<String> open =
                    ledger.activations().open(tx).stream()
                        .map(ActivationRow::id)
                        .collect(Collectors.toSet());
                tx.afterCommit(() -> ledger.spools().keepOnly(open));
                ledger.activations().forgetOldJournal(tx);
                WakeRows.forgetOld(tx, ledger.time().now());
                Spent.forgetOldest(tx, Spent.MOST);
                Spending.forgetOld(tx, ledger.time().now());
                Contexts.sweep(tx);
              });
      traces.cleanSoon(Duration.ZERO);
      ledger.time().after(HOUSEKEEPING, this::keepHouse);
    }
  }

  /** Ends every follower, and writes the last catalogs and rows of mirrors. */
  @Override
  public void close() {
    closed = true;
    traces.close();
    ledger.streams().close();
    ledger.catalog().close();
    ledger.mirror().close();
  }
}
