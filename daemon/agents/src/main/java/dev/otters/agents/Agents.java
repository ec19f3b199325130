package dev.otters.agents;

import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.create.CheckRuns;
import dev.otters.agents.create.CreateSteps;
import dev.otters.agents.create.Creator;
import dev.otters.agents.create.GatedRuns;
import dev.otters.agents.create.Placements;
import dev.otters.agents.create.RunProxies;
import dev.otters.agents.create.ServerRuns;
import dev.otters.agents.create.SiblingRuns;
import dev.otters.agents.create.ToolRuns;
import dev.otters.agents.create.Updater;
import dev.otters.agents.create.UsualModel;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.engine.MountRules;
import dev.otters.agents.events.AgentEvents;
import dev.otters.agents.files.AgentFiles;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.repo.RepoClones;
import dev.otters.agents.repo.Repos;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.PromptRows;
import dev.otters.agents.rows.SandboxLookup;
import dev.otters.agents.sandboxes.SessionRunner;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.setup.AgentSecrets;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.EtcFiles;
import dev.otters.agents.setup.RootWriters;
import dev.otters.agents.setup.ToolTexts;
import dev.otters.agents.start.Launch;
import dev.otters.agents.start.LaunchSteps;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.LogCollector;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.agents.start.Saga;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.start.Step;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.substrate.AgentSubstrates;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Background;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.EngineWatches;
import dev.otters.agents.supervise.ExitWaits;
import dev.otters.agents.supervise.Reconciler;
import dev.otters.agents.supervise.Removal;
import dev.otters.agents.supervise.Renewal;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.agents.supervise.RestartRules;
import dev.otters.agents.supervise.RowEvents;
import dev.otters.agents.supervise.RuntimeReplacement;
import dev.otters.agents.supervise.Supervisor;
import dev.otters.agents.vault.VaultUse;
import dev.otters.agents.vault.Vaults;
import dev.otters.egress.EgressServer;
import dev.otters.home.Home;
import dev.otters.home.SocketFolders;
import dev.otters.home.store.Database;
import dev.otters.home.text.Secrets;
import dev.otters.home.time.Time;
import dev.otters.oci.Platform;
import dev.otters.oci.store.OciStore;
import dev.otters.resources.mcp.McpServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that keeps the agents of a home. Create it, give {@link #directory} to the sessions
 * and the sockets, {@link #connect} those to it, {@link #boot} it once, and {@link #close} it at
 * the end. Agents keep running after that.
 */
public final class Agents implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Agents.class);

  /**
   * The parts of the daemon that agents are built from.
   *
   * @param models refuses models that no provider offers
   * @param usualModel chooses the model of an agent that names none
   */
  public record Parts(
      Storage storage,
      Images images,
      Sandboxes sandboxes,
      Consumer<String> models,
      UsualModel usualModel,
      AgentSettings settings,
      Schedule schedule) {}

  /** The places where the data of agents is kept. */
  public record Storage(
      Home home,
      SocketFolders sockets,
      Database database,
      OciStore store,
      Secrets secrets,
      AgentLogs logs) {}

  /** The images that agents are made of. */
  public record Images(ImageSource source, Platform platform) {}

  /** The parts that run agents. */
  public record Sandboxes(Executors executors, MountRules mounts, AgentUsers users) {}

  /**
   * The timing of starts.
   *
   * @param backoff the delays between restarts
   * @param steps observes every step of every creation and start
   */
  public record Schedule(RestartBackoff backoff, Time time, StepListener steps) {}

  private final Parts parts;
  private final Time time;
  private final AgentEvents events;
  private final AgentRows rows;
  private final AgentExecutors executors;
  private final AgentRoots roots;
  private final StartAttempts attempts;
  private final Background background = new Background();
  private final AgentTasks tasks;
  private final AgentSecrets secrets;
  private final Vaults vaults;
  private final LogCollector collector;
  private final AgentSubstrates substrates;
  private final RepoClones clones;
  private final Directory directory;
  private @Nullable Connected connected;

  /** The parts that need sessions and sockets. */
  private record Connected(
      RuntimeLinks links,
      Conversations conversations,
      EngineWatches watches,
      Reconciler reconciler,
      Repos repos,
      SessionRunner sessions) {}

  /** Builds what does not need sessions or sockets. */
  public Agents(Parts parts) {
    Storage storage = parts.storage();
    this.parts = parts;
    this.time = parts.schedule().time();
    this.events = new AgentEvents(time);
    this.rows = new AgentRows(storage.database(), new RowEvents(events));
    this.executors = new AgentExecutors(rows, parts.sandboxes().executors());
    this.attempts = new StartAttempts(time, parts.settings().readinessTimeout());
    this.tasks = new AgentTasks(background, time);
    ToolTexts texts = new ToolTexts(parts.images().source().bins(), parts.images().platform());
    this.roots =
        new AgentRoots(storage.home(), new EtcFiles(storage.store(), texts), new RootWriters());
    this.substrates = AgentSubstrates.of(storage.database(), time, roots, rows);
    PromptRows prompts = new PromptRows(storage.database());
    this.vaults = Vaults.open(storage.home().vaults(), storage.secrets());
    this.clones =
        new RepoClones(storage.database(), rows, roots, parts.sandboxes().mounts(), vaults, time);
    this.secrets = new AgentSecrets(storage.secrets(), prompts, parts.images().source());
    this.collector = new LogCollector(executors, storage.logs(), secrets);
    this.directory =
        new Directory(
            rows,
            prompts,
            parts.images().source(),
            new AgentSetups(texts, roots),
            attempts,
            substrates,
            new CheckRuns(siblings()));
  }

  /** Returns what sessions and sockets ask about agents. */
  public Directory directory() {
    return directory;
  }

  /** Returns what happens to agents. */
  public AgentEvents events() {
    return events;
  }

  /** Returns the programs that the operator runs in sandboxes. */
  public AgentPrograms programs() {
    return new AgentPrograms(sandboxes(), executors, parts.images().source());
  }

  /** Returns the tools that the operator runs, each in a sandbox of its own. */
  public ToolRuns toolRuns(EgressServer egress) {
    return new ToolRuns(createSteps(), proxies(egress));
  }

  /** Returns the calls of gated tools. */
  public GatedRuns gatedRuns(EgressServer egress) {
    return new GatedRuns(siblings(), proxies(egress), vaults);
  }

  private SiblingRuns siblings() {
    ImageSource images = parts.images().source();
    MountRules mounts = parts.sandboxes().mounts();
    return new SiblingRuns(executors, images, mounts, roots, parts.storage().secrets());
  }

  /** Returns the servers of the agents' resources. */
  public McpServers servers(EgressServer egress) {
    return AgentServers.of(rows, events, egress, new ServerRuns(gatedRuns(egress)), time);
  }

  private RunProxies proxies(EgressServer egress) {
    return new RunProxies(egress, parts.storage().sockets(), parts.images().source());
  }

  /** Returns the vaults and their users. */
  public VaultUse vaults() {
    return new VaultUse(vaults, rows, parts.images().source());
  }

  /** Returns the copies of agents' files. */
  public AgentFiles files() {
    return new AgentFiles(sandboxes(), roots);
  }

  /** Returns what finds the sandboxes that operators name. Needs the sessions. */
  public SandboxLookup sandboxes() {
    return new SandboxLookup(
        rows, directory::separatesSessions, connected().conversations()::sandbox);
  }

  /** Connects sessions and sockets, and returns the operations on agents. */
  public AgentKeeper connect(RuntimeLinks links, Conversations conversations) {
    AgentLogs logs = parts.storage().logs();
    ExitWaits waits = new ExitWaits(time);
    Launcher launcher = launcher(links);
    CreateSteps steps = createSteps();
    StepListener listener = parts.schedule().steps();
    Creator.Sagas sagas =
        new Creator.Sagas(
            new Saga<>(steps.toRow(), listener), new Saga<>(steps.toRoot(), listener));
    Removal removal =
        new Removal(rows, launcher, sagas.toRoot()::undo, roots, logs, conversations, tasks);
    AgentRunner runner =
        new AgentRunner(
            rows,
            parts.images().source(),
            launcher,
            new RestartRules(parts.schedule().backoff()),
            conversations,
            logs,
            tasks);
    AgentStopper stopper =
        new AgentStopper(executors, links, waits, launcher, removal, conversations, logs, tasks);
    Reconciler reconciler = new Reconciler(executors, runner, stopper, launcher, collector, tasks);
    Supervisor supervisor = new Supervisor(executors, attempts, waits, runner, stopper, tasks);
    EngineWatches watches =
        new EngineWatches(executors.executors(), supervisor, reconciler, background, events);
    Renewal renewal = new Renewal(rows, stopper, runner, tasks);
    RuntimeReplacement replacement =
        new RuntimeReplacement(parts.images().source(), attempts, renewal);
    SessionRunner sessions =
        new SessionRunner(rows, parts.sandboxes().users(), roots, runner, stopper, tasks);
    conversations.listen(sessions);
    directory.listen(
        new RuntimeListener(links, attempts, runner, supervisor, replacement, sessions));
    Repos repos = new Repos(clones, renewal);
    directory.repos(repos::list);
    connected = new Connected(links, conversations, watches, reconciler, repos, sessions);
    Creator creator = new Creator(rows, sagas, launcher, removal, watches, tasks, logs);
    AgentViews views =
        new AgentViews(executors, parts.images().source(), roots, conversations, watches::lost);
    Updater updater =
        new Updater(
            executors,
            parts.images().source(),
            parts.sandboxes().mounts(),
            parts.models(),
            conversations,
            renewal,
            tasks);
    return new AgentKeeper(
        creator, updater, renewal, attempts, views, new RowEvents(events), repos);
  }

  private Launcher launcher(RuntimeLinks links) {
    LaunchSteps steps =
        new LaunchSteps(
            roots,
            parts.images().source(),
            parts.sandboxes().mounts(),
            links,
            executors,
            collector,
            time);
    List<Step<Launch>> all = new ArrayList<>();
    all.add(vaults.step());
    all.add(substrates.step());
    all.addAll(steps.all());
    return new Launcher(
        new Saga<>(all, parts.schedule().steps()), attempts, parts.settings().maxStarts());
  }

  private CreateSteps createSteps() {
    Sandboxes sandboxes = parts.sandboxes();
    CreateSteps.Choices choices =
        new CreateSteps.Choices(
            sandboxes.users(),
            parts.models(),
            parts.usualModel(),
            new Placements(sandboxes.executors(), parts.settings().binMounts()));
    return new CreateSteps(
        rows, parts.images().source(), sandboxes.mounts(), roots, choices, clones, time);
  }

  /**
   * Resumes what an earlier daemon left: opens the sockets of running agents, adopts their
   * sandboxes, finishes or undoes what was half-done, and starts agents that are due.
   */
  public void boot() {
    Connected all = connected();
    AgentRoots.sweep(parts.storage().home().agents());
    AgentRoots.sweep(parts.storage().sockets().agentFolders());
    List<Agent> agents = rows.all();
    RunProxies.sweep(parts.storage().sockets(), agents.stream().map(Agent::id).toList());
    agents.forEach(secrets::enter);
    substrates.boot();
    all.repos().boot();
    Set<ExecutorKind> kinds =
        agents.stream().map(agent -> agent.placement().executor()).collect(Collectors.toSet());
    List<Agent> live = agents.stream().filter(Agent::live).filter(Agent::created).toList();
    Set<UUID> running = new RunningSandboxes(executors.executors()).of(live);
    all.conversations().boot(running);
    live.stream()
        .filter(agent -> running.contains(agent.id()))
        .forEach(agent -> open(all.links(), agent));
    kinds.forEach(kind -> all.watches().watch(kind).reconcile());
    if (!kinds.contains(executors.executors().preferred())) {
      all.watches().sweep(executors.executors().preferred());
    }
    roots.sweepRuns();
    all.reconciler().startAlways();
    all.sessions().boot();
  }

  private Connected connected() {
    return Objects.requireNonNull(connected, "connect comes first");
  }

  private static void open(RuntimeLinks links, Agent agent) {
    try {
      links.open(agent);
    } catch (RuntimeException e) {
      LOG.atError()
          .addKeyValue("agent", agent.name())
          .setCause(e)
          .log("The agent's socket cannot be opened");
    }
  }

  /** Stops supervising; agents keep running. */
  @Override
  public void close() {
    if (connected != null) {
      connected.watches().close();
    }
    background.close();
    collector.close();
  }
}
