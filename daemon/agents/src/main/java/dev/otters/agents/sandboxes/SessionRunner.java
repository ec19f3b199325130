package dev.otters.agents.sandboxes;

import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.OwnSession;
import dev.otters.agents.rows.RestartPolicy;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Conversations;
import dev.otters.oci.Progress;
import dev.otters.sessions.running.SandboxListener;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the own sandbox of a session when the session has something to do, and stops it after a
 * time without work. Its row, root and logs stay until the session or the agent is removed.
 */
public final class SessionRunner implements SandboxListener {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRunner.class);

  static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration FULL = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofMinutes(1);
  private static final int LONGEST = 500;
  private static final String FULL_HOUSE =
      "no place is free: at most %d sandboxes of sessions of an agent and %d of all run at a time"
          .formatted(Places.MOST, Places.MOST_OF_ALL);
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AgentRows rows;
  private final AgentUsers users;
  private final AgentRoots roots;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final AgentTasks tasks;
  private final Conversations conversations;
  private final Map<UUID, Instant> used = new ConcurrentHashMap<>();

  private final Places places;

  /** Why sandboxes could not be prepared. The rows have the failures of those that were started. */
  private final Map<UUID, String> failures = new ConcurrentHashMap<>();

  /** The sandboxes that a timer looks at. */
  private final Set<UUID> watched = ConcurrentHashMap.newKeySet();

  /** The agents for whose sandboxes another one is being stopped. */
  private final Set<UUID> served = ConcurrentHashMap.newKeySet();

  /** The sandboxes that a timer prepares again. */
  private final Set<UUID> retried = ConcurrentHashMap.newKeySet();

  private final AtomicBoolean timed = new AtomicBoolean();

  /** Stands for the sandboxes that wait, of which none is changed by the task that serves them. */
  private final UUID service = UUID.randomUUID();

  private volatile boolean booted;

  /**
   * Creates a runner that starts nothing before {@link #boot}.
   *
   * @param users chooses the user of each sandbox
   */
  public SessionRunner(
      AgentRows rows,
      AgentUsers users,
      AgentRoots roots,
      AgentRunner runner,
      AgentStopper stopper,
      AgentTasks tasks) {
    this.rows = rows;
    this.users = users;
    this.roots = roots;
    this.runner = runner;
    this.stopper = stopper;
    this.tasks = tasks;
    this.conversations = stopper.conversations();
    this.places = new Places(rows);
  }

  /** Begins to start sandboxes, and removes those whose sessions are gone. */
  public void boot() {
    booted = true;
    for (Agent row : rows.all()) {
      if (row.session().isEmpty()) {
        ready(row.id());
      } else if (conversations.session(row.id()).isEmpty()) {
        unused(row.id());
      } else {
        watch(row.id());
      }
    }
  }

  /** Starts the sandboxes of an agent's sessions that have work, since the agent runs again. */
  public void ready(UUID agent) {
    conversations.sandboxes(agent).forEach(this::woken);
  }

  @Override
  public void woken(UUID sandbox) {
    boolean ofAgent = rows.find(sandbox).filter(row -> row.session().isEmpty()).isPresent();
    if (booted && !ofAgent) {
      used.put(sandbox, tasks.now());
      CompletableFuture<Void> _ = tasks.start("start " + sandbox, sandbox, () -> want(sandbox));
    }
  }

  @Override
  public void unused(UUID sandbox) {
    used.remove(sandbox);
    failures.remove(sandbox);
    places.leave(sandbox);
    CompletableFuture<Void> _ = tasks.start("remove " + sandbox, sandbox, () -> remove(sandbox));
  }

  @Override
  public Optional<String> lack(UUID sandbox) {
    if (places.isAwaitedBy(sandbox)) {
      return Optional.of(FULL_HOUSE);
    }
    return rows.find(sandbox)
        .filter(row -> row.session().isPresent())
        .flatMap(row -> failure(row.state()))
        .or(() -> Optional.ofNullable(failures.get(sandbox)))
        .map(why -> why.length() > LONGEST ? why.substring(0, LONGEST) + "…" : why);
  }

  private static Optional<String> failure(Lifecycle state) {
    return state instanceof Lifecycle.Failed failed
        ? Optional.of("it failed: " + failed.message())
        : Optional.empty();
  }

  private void remove(UUID sandbox) {
    try {
      rows.find(sandbox).ifPresent(row -> stopper.remove(row, false));
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("sandbox", sandbox).setCause(e).log("Its removal is tried again");
      tasks.startAfter(RETRY, "remove " + sandbox, sandbox, () -> remove(sandbox));
    }
    serve();
  }

  /** Starts a sandbox as soon as a place is free, if it has something to do. */
  private void want(UUID sandbox) {
    Optional<Agent> agent = needing(sandbox);
    if (agent.isEmpty()) {
      failures.remove(sandbox);
    } else if (places.await(sandbox, agent.get().id())) {
      serve();
    }
  }

  /** Returns the agent of a sandbox that should run and does not; otherwise empty. */
  private Optional<Agent> needing(UUID sandbox) {
    if (rows.find(sandbox).filter(row -> !row.rests()).isPresent()) {
      return Optional.empty();
    }
    Optional<OwnSession> session = conversations.session(sandbox);
    if (session.isEmpty()) {
      used.remove(sandbox);
    }
    return session
        .flatMap(it -> rows.find(it.agent()))
        .filter(Agent::wanted)
        .filter(Agent::live)
        .filter(_ -> conversations.hasWork(sandbox));
  }

  /** Starts the sandboxes that wait, as far as there are places. One timer does it again. */
  private void serve() {
    for (UUID sandbox : places.fill()) {
      CompletableFuture<Void> _ = tasks.start("start " + sandbox, sandbox, () -> start(sandbox));
    }
    if (places.isAwaited() && timed.compareAndSet(false, true)) {
      tasks.startAfter(
          FULL,
          "start of sandboxes that wait",
          service,
          () -> {
            timed.set(false);
            serve();
          });
      places.agents().forEach(this::makeRoom);
    }
  }

  /** Starts a sandbox that has a place, if it still has something to do. */
  private void start(UUID sandbox) {
    try {
      needing(sandbox).ifPresent(agent -> start(agent, sandbox));
      failures.remove(sandbox);
    } catch (RuntimeException e) {
      failed(sandbox, e);
    } finally {
      places.started(sandbox);
      leave(sandbox);
      serve();
    }
  }

  /** Stops a sandbox that was left alone, and tries that again if it fails. */
  private void leave(UUID sandbox) {
    try {
      stopIfLeftAlone(sandbox);
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("sandbox", sandbox).setCause(e).log("Its end is tried again");
      tasks.startAfter(RETRY, "stop " + sandbox, sandbox, () -> leave(sandbox));
    }
  }

  private void start(Agent agent, UUID sandbox) {
    if (rows.find(sandbox).isEmpty()) {
      create(agent, sandbox);
    }
    Agent row = rows.change(sandbox, this::prepared).orElseThrow();
    if (!roots.exist(sandbox)) {
      roots.create(row);
    }
    watch(sandbox);
    Agent _ = runner.start(row, 0, Progress.NONE);
  }

  /** Returns a sandbox at rest with the definition that its agent has now. */
  private Agent prepared(Agent own) {
    Agent rests = own.state() instanceof Lifecycle.Failed failed ? own.with(failed.stop()) : own;
    return rests.with(spec(wanted(own.agent()))).wanted(false);
  }

  private static AgentSpec spec(Agent agent) {
    return agent.spec().with(RestartPolicy.DEFAULT);
  }

  private Agent wanted(UUID agent) {
    return rows.find(agent)
        .filter(Agent::wanted)
        .orElseThrow(() -> new IllegalStateException("its agent was stopped"));
  }

  private void create(Agent agent, UUID sandbox) {
    String session = conversations.session(sandbox).orElseThrow().session();
    Agent _ =
        users.alone(
            () ->
                rows.insert(
                    (all, last) ->
                        wanted(agent.id())
                            .ofSession(
                                sandbox, session, users.chooseFor(agent, all, last), tasks.now()),
                    users.choosesFor(agent),
                    ""));
  }

  /**
   * Notes why a sandbox does not run, and tries again later. One that was started has the failure
   * in its row and its log, and starts again by its restart policy.
   */
  private void failed(UUID sandbox, RuntimeException e) {
    LOG.atWarn().addKeyValue("sandbox", sandbox).setCause(e).log("A session has no sandbox");
    boolean noted =
        rows.find(sandbox).filter(row -> row.state() instanceof Lifecycle.Failed).isPresent();
    Optional<OwnSession> session = conversations.session(sandbox).filter(_ -> !noted);
    if (session.isPresent()) {
      String why = "not started: " + e.getMessage();
      if (!why.equals(failures.put(sandbox, why))) {
        runner.noteOf(session.get().session(), session.get().agent(), why);
      }
      retry(sandbox);
    }
  }

  private void retry(UUID sandbox) {
    if (retried.add(sandbox)) {
      tasks.startAfter(
          RETRY,
          "start " + sandbox,
          sandbox,
          () -> {
            retried.remove(sandbox);
            want(sandbox);
          });
    }
  }

  /**
   * Stops or removes a sandbox whose session or agent went while it started, or whose agent got
   * another definition.
   */
  private void stopIfLeftAlone(UUID sandbox) {
    Optional<Agent> own = rows.find(sandbox).filter(Places::isTaken);
    if (own.isPresent() && conversations.session(sandbox).isEmpty()) {
      unused(sandbox);
    } else if (own.isPresent() && !isCurrent(own.get())) {
      stopper.stop(own.get(), GRACE);
      want(sandbox);
    }
  }

  private boolean isCurrent(Agent own) {
    return rows.find(own.agent())
        .filter(Agent::wanted)
        .filter(Agent::live)
        .filter(agent -> own.spec().equals(spec(agent)))
        .isPresent();
  }

  /**
   * Stops the sandbox that was idle for the longest time, among those of the agent if it has the
   * most that it may have.
   */
  private void makeRoom(UUID agent) {
    if (served.add(agent)) {
      Optional<UUID> idle = longestIdle(agent);
      if (idle.isEmpty()) {
        served.remove(agent);
        return;
      }
      UUID sandbox = idle.get();
      CompletableFuture<Void> _ =
          tasks
              .start("stop " + sandbox, sandbox, () -> stopIfIdle(sandbox))
              .whenComplete((_, _) -> served.remove(agent));
    }
  }

  private Optional<UUID> longestIdle(UUID agent) {
    try {
      return places.rivals(agent).stream()
          .filter(id -> !conversations.hasWork(id))
          .min(Comparator.comparing(id -> used.getOrDefault(id, Instant.EPOCH)));
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("A place is looked for again");
      return Optional.empty();
    }
  }

  private void watch(UUID sandbox) {
    if (watched.add(sandbox)) {
      tasks.startAfter(IDLE, "watch " + sandbox, sandbox, () -> look(sandbox));
    }
  }

  private void look(UUID sandbox) {
    watched.remove(sandbox);
    try {
      if (conversations.hasWork(sandbox)) {
        used.put(sandbox, tasks.now());
      } else if (!used.getOrDefault(sandbox, Instant.EPOCH).plus(IDLE).isAfter(tasks.now())) {
        stopIfIdle(sandbox);
      }
    } finally {
      rows.find(sandbox).filter(Places::isTaken).ifPresent(_ -> watch(sandbox));
    }
  }

  private void stopIfIdle(UUID sandbox) {
    rows.find(sandbox)
        .filter(Places::isTaken)
        .filter(_ -> !conversations.hasWork(sandbox))
        .ifPresent(row -> stopper.stop(row, GRACE));
    want(sandbox);
    serve();
  }
}
