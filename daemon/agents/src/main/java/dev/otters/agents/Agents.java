package dev.otters.agents;

import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.create.CreateSteps;
import dev.otters.agents.create.Creation;
import dev.otters.agents.create.Creator;
import dev.otters.agents.create.Placements;
import dev.otters.agents.create.UsualModel;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.EtcFiles;
import dev.otters.agents.setup.ToolTexts;
import dev.otters.agents.start.LaunchSteps;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.LogCollector;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.agents.start.Saga;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.supervise.AgentLocks;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.Background;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.EngineWatches;
import dev.otters.agents.supervise.ExitWaits;
import dev.otters.agents.supervise.Reconciler;
import dev.otters.agents.supervise.Removal;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.agents.supervise.RestartRules;
import dev.otters.agents.supervise.Supervisor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Sandbox;
import dev.otters.home.Home;
import dev.otters.home.SocketFolders;
import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import dev.otters.oci.Platform;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.OciStore;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts together what keeps the agents of a home. Order: make it, give {@link #directory} to the
 * sessions and the sockets, {@link #connect} those to it, {@link #boot} once, {@link #close} at the
 * end; agents run on.
 */
public final class Agents implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Agents.class);

  /**
   * Is what the keeper of the agents builds upon.
   *
   * @param models refuses models that nobody offers
   * @param backoff spaces out restarts
   * @param steps hears of every step of every creation and start
   */
  public record Parts(
      Home home,
      SocketFolders sockets,
      AgentSettings settings,
      AgentUsers users,
      Database database,
      OciStore store,
      ImageSource images,
      Platform platform,
      Executors executors,
      MountRules mounts,
      AgentLogs logs,
      Consumer<String> models,
      UsualModel usualModel,
      RestartBackoff backoff,
      Time time,
      StepListener steps) {}

  private final Parts parts;
  private final AgentRows rows;
  private final AgentExecutors executors;
  private final AgentRoots roots;
  private final StartAttempts attempts = new StartAttempts();
  private final AgentLocks locks = new AgentLocks();
  private final Background background = new Background();
  private final LogCollector collector;
  private final Directory directory;
  private @Nullable Connected connected;

  /** Is what exists once sessions and sockets are known. */
  private record Connected(
      RuntimeLinks links,
      Conversations conversations,
      EngineWatches watches,
      Reconciler reconciler) {}

  /**
   * Makes the keeper.
   *
   * @param parts what it builds upon
   */
  public Agents(Parts parts) {
    this.parts = parts;
    this.rows = new AgentRows(parts.database());
    this.executors = new AgentExecutors(rows, parts.executors());
    ToolTexts texts = new ToolTexts(new BinImages(parts.store()), parts.platform());
    this.roots = new AgentRoots(parts.home(), new EtcFiles(parts.store(), texts));
    this.collector = new LogCollector(executors, parts.logs());
    this.directory = new Directory(rows, parts.images(), new AgentSetups(texts, roots), attempts);
  }

  /** Returns what sessions and sockets ask about agents. */
  public Directory directory() {
    return directory;
  }

  /**
   * Connects sessions and sockets.
   *
   * @param links the agents' sockets
   * @param conversations the agents' sessions
   * @return what operators can do with agents
   */
  public AgentKeeper connect(RuntimeLinks links, Conversations conversations) {
    ExitWaits waits = new ExitWaits(parts.time());
    Launcher launcher = starter(links);
    CreateSteps steps = createSteps();
    Saga<Creation> toRoot = new Saga<>(steps.toRoot(), parts.steps());
    Removal removal = new Removal(rows, launcher, toRoot::undo, roots, parts.logs(), conversations);
    AgentRunner runner = runs(launcher, conversations);
    AgentStopper stopper =
        new AgentStopper(
            rows, executors, links, waits, launcher, removal, conversations, parts.logs());
    Reconciler reconciler =
        new Reconciler(
            rows, executors, runner, stopper, launcher, collector, locks, background, parts.time());
    Supervisor supervisor =
        new Supervisor(rows, executors, attempts, waits, runner, locks, background, parts.time());
    EngineWatches watches =
        new EngineWatches(parts.executors(), supervisor, reconciler, background);
    directory.listen(new RuntimeListener(links, attempts, runner, supervisor));
    connected = new Connected(links, conversations, watches, reconciler);
    Saga<Creation> toRow = new Saga<>(steps.toRow(), parts.steps());
    Creator creator =
        new Creator(rows, toRow, toRoot, launcher, removal, watches, attempts, locks, parts.logs());
    AgentViews views =
        new AgentViews(executors, parts.images(), roots, conversations, watches::lost);
    return new AgentKeeper(rows, creator, runner, stopper, attempts, locks, views);
  }

  private Launcher starter(RuntimeLinks links) {
    LaunchSteps steps =
        new LaunchSteps(
            rows,
            roots,
            parts.images(),
            parts.mounts(),
            parts.sockets(),
            links,
            executors,
            collector,
            parts.time(),
            parts.settings().readinessTimeout());
    return new Launcher(new Saga<>(steps.all(), parts.steps()), parts.settings().maxStarts());
  }

  private CreateSteps createSteps() {
    return new CreateSteps(
        rows,
        parts.images(),
        parts.mounts(),
        parts.users(),
        roots,
        parts.models(),
        parts.usualModel(),
        new Placements(parts.executors(), parts.settings().binMounts()),
        parts.time());
  }

  private AgentRunner runs(Launcher launcher, Conversations conversations) {
    return new AgentRunner(
        rows,
        parts.images(),
        launcher,
        attempts,
        new RestartRules(parts.backoff()),
        conversations,
        parts.logs(),
        parts.time(),
        locks,
        background);
  }

  /**
   * Takes up what an earlier daemon left: opens the sockets of agents that run on, adopts their
   * sandboxes, finishes or takes back what was half-done, starts what shall run.
   */
  public void boot() {
    Connected all = connected;
    if (all == null) {
      throw new IllegalStateException("connect comes before boot");
    }
    AgentRoots.sweep(parts.home().agents());
    AgentRoots.sweep(parts.sockets().agentFolders());
    List<Agent> agents = rows.all();
    Set<ExecutorKind> kinds =
        agents.stream().map(agent -> agent.placement().executor()).collect(Collectors.toSet());
    List<Agent> live = agents.stream().filter(Agent::live).filter(Agent::created).toList();
    Set<UUID> running = running(live);
    all.conversations().boot(running);
    live.stream()
        .filter(agent -> running.contains(agent.id()))
        .forEach(agent -> open(all.links(), agent));
    kinds.forEach(kind -> all.watches().watch(kind).reconcile());
    if (!kinds.contains(parts.executors().preferred())) {
      all.watches().sweep(parts.executors().preferred());
    }
    all.reconciler().startAlways();
  }

  /**
   * Returns the agents whose sandboxes run; where there is no engine to ask, those whose sandboxes
   * may run.
   */
  private Set<UUID> running(List<Agent> live) {
    Map<ExecutorKind, List<Agent>> byKind =
        live.stream().collect(Collectors.groupingBy(agent -> agent.placement().executor()));
    Set<UUID> running = new HashSet<>();
    byKind.forEach((kind, agents) -> running.addAll(running(kind, agents)));
    return running;
  }

  private Set<UUID> running(ExecutorKind kind, List<Agent> agents) {
    Set<UUID> running = agents.stream().map(Agent::id).collect(Collectors.toSet());
    try {
      running.retainAll(
          parts.executors().of(kind).list().stream()
              .filter(sandbox -> sandbox.state() == Sandbox.State.RUNNING)
              .map(Sandbox::agent)
              .toList());
    } catch (ExecutorException e) {
      LOGGER.atWarn().addKeyValue("executor", kind).log("No engine yet: {}", e.getMessage());
    }
    return running;
  }

  private static void open(RuntimeLinks links, Agent agent) {
    try {
      links.open(agent);
    } catch (RuntimeException e) {
      LOGGER
          .atError()
          .addKeyValue("agent", agent.name())
          .setCause(e)
          .log("The agent's socket cannot be opened");
    }
  }

  /** Lets go of everything; agents run on. */
  @Override
  public void close() {
    if (connected != null) {
      connected.watches().close();
    }
    background.close();
    collector.close();
  }
}
