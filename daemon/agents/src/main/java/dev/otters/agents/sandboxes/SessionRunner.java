package dev.otters.agents.sandboxes;

import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Starts the own sandbox of a session when the session has something to do, and stops it after a
 * time without work. Its row, root and logs stay until the session or the agent is removed.
 */
public final class SessionRunner implements SandboxListener {
  /** The limit on such sandboxes of an agent that run at the same time. */
  static final int MOST = 8;

  /** The limit on those of all agents that run at the same time. */
  static final int MOST_OF_ALL = 32;

  static final Duration IDLE = Duration.ofMinutes(5);
  private static final Duration FULL = Duration.ofSeconds(2);
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AgentRows rows;
  private final AgentUsers users;
  private final AgentRoots roots;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final AgentTasks tasks;
  private final Conversations conversations;
  private final Map<UUID, Instant> used = new ConcurrentHashMap<>();

  /** The sandboxes that are about to run, with their agents. */
  private final Map<UUID, UUID> starting = new ConcurrentHashMap<>();

  /** The sandboxes that wait for a place. */
  private final Set<UUID> waiting = ConcurrentHashMap.newKeySet();

  /** The sandboxes that are looked at again later. */
  private final Set<UUID> watched = ConcurrentHashMap.newKeySet();

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
      CompletableFuture<Void> _ =
          tasks.start("start " + sandbox, sandbox, () -> startIfNeeded(sandbox));
    }
  }

  @Override
  public void unused(UUID sandbox) {
    used.remove(sandbox);
    CompletableFuture<Void> _ =
        tasks.start(
            "remove " + sandbox,
            sandbox,
            () -> rows.find(sandbox).ifPresent(row -> stopper.remove(row, false)));
  }

  private void startIfNeeded(UUID sandbox) {
    Optional<OwnSession> session = conversations.session(sandbox);
    Optional<Agent> agent = session.flatMap(it -> rows.find(it.agent())).filter(Agent::wanted);
    if (session.isEmpty()) {
      used.remove(sandbox);
    }
    boolean runs = rows.find(sandbox).filter(row -> !mayStart(row)).isPresent();
    if (runs || agent.filter(Agent::live).isEmpty() || !conversations.hasWork(sandbox)) {
      return;
    }
    UUID of = agent.get().id();
    if (!reserve(of, sandbox) && !(stopIdle(of) && reserve(of, sandbox))) {
      later(waiting, FULL, "start ", sandbox, this::startIfNeeded);
      return;
    }
    try {
      start(agent.get(), sandbox, session.get().session());
    } finally {
      starting.remove(sandbox);
    }
  }

  private static boolean mayStart(Agent row) {
    return row.state() instanceof Lifecycle.Stopped
        || (row.state() instanceof Lifecycle.Failed failed && failed.nextTry().isEmpty());
  }

  private void start(Agent agent, UUID sandbox, String session) {
    Agent row = rows.find(sandbox).orElseGet(() -> create(agent, sandbox, session));
    if (!roots.exist(sandbox)) {
      roots.create(row);
    }
    Agent current =
        rows.change(
                sandbox, own -> own.with(agent.spec().with(RestartPolicy.DEFAULT)).wanted(false))
            .orElseThrow();
    watch(sandbox);
    try {
      Agent _ = runner.start(current, 0, Progress.NONE);
      stopIfLeftAlone(agent.id(), sandbox);
    } catch (RuntimeException e) {
      runner.note(agent.id(), "the sandbox of session %s: %s".formatted(session, e.getMessage()));
    }
  }

  /** Stops or removes a sandbox whose agent or session went while it started. */
  private void stopIfLeftAlone(UUID agent, UUID sandbox) {
    if (conversations.session(sandbox).isEmpty()) {
      unused(sandbox);
    } else if (rows.find(agent).filter(Agent::wanted).filter(Agent::live).isEmpty()) {
      rows.find(sandbox).ifPresent(own -> stopper.stop(own, GRACE));
    }
  }

  private Agent create(Agent agent, UUID sandbox, String session) {
    return users.alone(
        () ->
            rows.insert(
                (all, last) ->
                    agent.ofSession(
                        sandbox, session, users.chooseFor(agent, all, last), tasks.now()),
                users.choosesFor(agent),
                ""));
  }

  /** Takes a place among the sandboxes that run, if one is free for the agent. */
  private synchronized boolean reserve(UUID agent, UUID sandbox) {
    Map<UUID, UUID> taken = taken();
    boolean free = taken.size() < MOST_OF_ALL && !isFull(agent, taken);
    if (free) {
      starting.put(sandbox, agent);
    }
    return free;
  }

  /** Returns the sandboxes that run or are about to, with their agents. */
  private Map<UUID, UUID> taken() {
    Map<UUID, UUID> taken = new HashMap<>(starting);
    live().forEach(row -> taken.put(row.id(), row.agent()));
    return taken;
  }

  private static boolean isFull(UUID agent, Map<UUID, UUID> taken) {
    return taken.values().stream().filter(agent::equals).count() >= MOST;
  }

  private List<Agent> live() {
    return rows.all().stream()
        .filter(row -> row.session().isPresent())
        .filter(Agent::live)
        .toList();
  }

  /**
   * Stops the sandbox that was idle for the longest time, among those of the agent if it has the
   * most that it may have, and returns if one was.
   */
  private boolean stopIdle(UUID agent) {
    boolean own = isFull(agent, taken());
    Optional<UUID> idle =
        live().stream()
            .filter(row -> !own || row.agent().equals(agent))
            .map(Agent::id)
            .filter(id -> !starting.containsKey(id) && !conversations.hasWork(id))
            .min(Comparator.comparing(id -> used.getOrDefault(id, Instant.EPOCH)));
    idle.ifPresent(id -> tasks.run(id, () -> stopIfIdle(id)));
    return idle.isPresent();
  }

  private void watch(UUID sandbox) {
    later(watched, IDLE, "watch ", sandbox, this::look);
  }

  /** Does something with a sandbox after a time, once for however many requests. */
  private void later(
      Set<UUID> asked, Duration delay, String what, UUID sandbox, Consumer<UUID> task) {
    if (asked.add(sandbox)) {
      tasks.startAfter(
          delay,
          what + sandbox,
          sandbox,
          () -> {
            asked.remove(sandbox);
            task.accept(sandbox);
          });
    }
  }

  private void look(UUID sandbox) {
    Instant last = used.getOrDefault(sandbox, Instant.EPOCH);
    if (conversations.hasWork(sandbox) || last.plus(IDLE).isAfter(tasks.now())) {
      used.merge(sandbox, tasks.now(), (old, now) -> conversations.hasWork(sandbox) ? now : old);
      watch(sandbox);
    } else {
      stopIfIdle(sandbox);
    }
  }

  private void stopIfIdle(UUID sandbox) {
    rows.find(sandbox)
        .filter(Agent::live)
        .filter(_ -> !conversations.hasWork(sandbox))
        .ifPresent(row -> stopper.stop(row, GRACE));
    startIfNeeded(sandbox);
  }
}
