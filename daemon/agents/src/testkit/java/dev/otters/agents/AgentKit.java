package dev.otters.agents;

import dev.otters.agents.create.AgentUsers;
import dev.otters.agents.create.UsualModel;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.ExecutorSetting;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.events.AgentEvents;
import dev.otters.agents.files.AgentFiles;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.RuntimeChoice;
import dev.otters.agents.image.TestImages;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.RowListener;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.agents.wire.ModelSockets;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.agents.wire.RuntimeSockets;
import dev.otters.agents.wire.WireServer;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.egress.EgressServer;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.mounts.MountPolicy;
import dev.otters.executor.mounts.PrivatePlaces;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.home.Home;
import dev.otters.home.PrivateFiles;
import dev.otters.home.ProcessUser;
import dev.otters.home.SocketFolders;
import dev.otters.home.UidRange;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.text.Secrets;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.sessions.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** A daemon on a fake engine with a manual clock; closing and opening it is a restart. */
public final class AgentKit implements AutoCloseable {
  static final String AGENTFILE =
      """
      # syntax=openotters/agentfile:1
      FROM scratch
      NAME guide
      MODEL scripted/guide
      LABEL description="A guide"
      CONTEXT SOUL "Who you are" <<SOUL
      You are a guide.
      SOUL
      CONFIG max-tokens=2048
      CONFIG verbose=true
      ENV GREETING="Hello" "How to greet."
      ENV API_TOKEN="" "For the service."
      BIN sh tools/sh:1
      """;

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final Path folder;
  public final Home home;
  public final FakeEngine engine = new FakeEngine();
  final FakeEngine system = new FakeEngine();
  final AtomicInteger systemOpened = new AtomicInteger();
  public final ManualTime time = new ManualTime();
  final List<String> deaths = new CopyOnWriteArrayList<>();
  final Map<UUID, String> tokens = new ConcurrentHashMap<>();
  final List<AgentSetup> setups = new CopyOnWriteArrayList<>();
  final UUID homeId;
  public final OciStore store;
  public ImageSource source;
  StepListener steps = StepListener.NONE;
  Optional<ExecutorSetting> setting = Optional.empty();
  UsualModel usualModel = () -> new UsualModel.Choice("scripted/usual", "the usual one");
  private boolean open;
  private Database database;
  private Executors executors;
  private WireServer wire;
  public EgressServer egress;
  private Agents agents;
  private Secrets secrets;
  private AgentLogs logs;
  private Sessions sessions;
  private AgentKeeper keeper;
  private SocketFolders sockets;

  public AgentKit(Path folder) throws IOException {
    this.folder = folder;
    this.home = Home.open(folder.resolve("h"));
    this.homeId = home.id();
    this.store = OciStore.open(home.registry());
    Path context = Files.createDirectory(folder.resolve("context"));
    TestImages images = new TestImages(store, context);
    images.runtime();
    images.tool("sh", "tools/sh:1");
    images.agent("guide:1", AGENTFILE);
    engine.program(this::becomeReady);
    system.program(this::becomeReady);
    open();
  }

  public TestImages images() {
    return new TestImages(store, folder.resolve("context"));
  }

  /** Starts a daemon on the home. */
  void open() throws IOException {
    PrivateFiles.createFolder(home.folder().resolve("keys"));
    PrivateFiles.createFolder(home.logs());
    sockets = SocketFolders.of(home, homeId, ProcessUser.current(), Map.of());
    sockets.create();
    database = Database.open(home.database());
    Tokens tokens =
        new Tokens(database, SigningKey.load(home.signingKey()), homeId.toString(), time);
    secrets = new Secrets(tokens::redact);
    logs = new AgentLogs(home.logs(), secrets);
    source =
        new ImageSource(
            store,
            (reference, scope, access, progress) -> {
              throw new IllegalStateException("no registry");
            },
            Platform.ofThisMachine(),
            new RuntimeChoice(TestImages.RUNTIME, List.of("ghcr.io/openotters/runtime"), store));
    executors =
        new Executors(
            Map.of(
                ExecutorKind.DOCKER,
                () -> new FakeExecutor(engine, homeId),
                ExecutorKind.SYSTEM,
                () -> {
                  systemOpened.incrementAndGet();
                  return new FakeExecutor(system, homeId);
                },
                ExecutorKind.UNSANDBOXED,
                () -> new FakeExecutor(system, homeId)),
            setting,
            Optional.empty(),
            time);
    agents = new Agents(parts());
    sessions =
        new Sessions(database, agents.directory(), time, RandomGenerator.of("L64X128MixRandom"));
    AgentRefusals refusals = new AgentRefusals(new AuditLog(database, time), time);
    wire =
        new WireServer(
            sessions, new ModelGateway(Providers.of()), tokens, agents.directory(), refusals, time);
    egress = new EgressServer(database, refusals, time, 1L << 30);
    keeper =
        agents.connect(
            new OwnUserLinks(
                new RuntimeSockets(wire, egress, ModelSockets.NONE, tokens, database, sockets),
                wire,
                sockets),
            new RecordedConversations(sessions, tokens, agents.directory(), this));
    agents.boot();
    open = true;
  }

  private Agents.Parts parts() {
    PrivatePlaces places = new PrivatePlaces(List.of(home.folder()), List.of());
    return new Agents.Parts(
        new Agents.Storage(home, sockets, database, store, secrets, logs),
        new Agents.Images(source, Platform.ofThisMachine()),
        new Agents.Sandboxes(
            executors,
            new MountPolicy(places)::check,
            new AgentUsers(ProcessUser.current(), UidRange.DEFAULT)),
        _ -> {},
        () -> usualModel.choose(),
        AgentSettings.DEFAULTS,
        new Agents.Schedule(
            new RestartBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), () -> 0),
            time,
            new StepListener() {
              @Override
              public void before(String step) {
                steps.before(step);
              }

              @Override
              public void after(String step) {
                steps.after(step);
              }
            }));
  }

  /** Ends the daemon; its sandboxes run on. */
  @Override
  public void close() throws IOException {
    if (open) {
      open = false;
      agents.close();
      executors.close();
      wire.close();
      sessions.close();
      logs.close();
      secrets.close();
      database.close();
    }
  }

  public AgentKeeper keeper() {
    return keeper;
  }

  /** Returns the agents of the running daemon. */
  public Agents agents() {
    return agents;
  }

  public AgentEvents events() {
    return agents.events();
  }

  public AgentFiles files() {
    return agents.files();
  }

  /** Returns the agents as a daemon would find them that starts now; the kit's knows them too. */
  public AgentRows rows() {
    AgentRows rows = new AgentRows(database, RowListener.NONE);
    database.update(_ -> {}); // begins after the tasks of every commit that was read
    return rows;
  }

  public Sessions sessions() {
    return sessions;
  }

  public AgentLogs logs() {
    return logs;
  }

  SocketFolders sockets() {
    return sockets;
  }

  public Database database() {
    return database;
  }

  public AgentView run() {
    return run(RunRequest.of("guide:1"));
  }

  public AgentView run(RunRequest request) {
    return keeper.run(UUID.randomUUID(), request, List.of(), Progress.NONE);
  }

  Path root(AgentView agent) {
    return home.agentRoot(UUID.fromString(agent.id()));
  }

  FakeSandbox sandbox(AgentView agent) {
    return engine.sandbox(UUID.fromString(agent.id())).orElseThrow();
  }

  Agent row(AgentView agent) {
    return rows().find(UUID.fromString(agent.id())).orElseThrow();
  }

  Lifecycle state(AgentView agent) {
    return row(agent).state();
  }

  void awaitState(AgentView agent, Class<? extends Lifecycle> state) {
    eventually(agent.name() + " is " + state.getSimpleName(), () -> state.isInstance(state(agent)));
  }

  /** Lets time pass until an agent that waits to be started again is ready. */
  void awaitNextTry(AgentView agent) {
    eventually(
        agent.name() + " is ready again",
        () -> {
          if (state(agent) instanceof Lifecycle.Failed) {
            time.advance(Duration.ofMinutes(2));
          }
          return state(agent) instanceof Lifecycle.Ready;
        });
  }

  /** Returns what answers the runtimes of the agents. */
  public Directory directory() {
    return agents.directory();
  }

  /**
   * Plays a runtime that connects, is ready, prints its notices, and ends when it is asked, over
   * the wire or by the executor. As a real one, it outlives a daemon that ended before it answered.
   */
  int becomeReady(FakeSandbox sandbox) throws InterruptedException {
    try (RuntimeClient client = connect(sandbox)) {
      var unused = client.begin(new Call.Ready(List.of()));
      sandbox.print("ready");
      CountDownLatch asked = new CountDownLatch(1);
      Wait stop =
          () -> {
            for (String notice = ""; !notice.startsWith("Stop"); sandbox.print(notice)) {
              notice = client.notice().toString();
            }
          };
      Thread.ofVirtual().start(() -> await(stop, asked));
      Thread.ofVirtual().start(() -> await(sandbox::awaitStop, asked));
      asked.await();
      sandbox.print("bye");
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Wait {
    void run() throws InterruptedException;
  }

  private static void await(Wait wait, CountDownLatch then) {
    try {
      wait.run();
      then.countDown();
    } catch (InterruptedException | IllegalStateException e) {
      Thread.currentThread().interrupt();
    }
  }

  RuntimeClient connect(FakeSandbox sandbox) throws IOException {
    Path folder = sandbox.spec().socketFolder().orElseThrow();
    RuntimeClient client = RuntimeClient.connect(folder.resolve("d.sock"));
    Answer.Welcome welcome = client.hello(Files.readString(folder.resolve("token")).strip());
    setups.add(welcome.setup());
    tokens.put(sandbox.spec().key().owner(), welcome.token());
    return client;
  }

  /** Waits until something holds; fails when it does not come to hold. */
  public static void eventually(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it never came that " + what);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Returns everything that an agent could have left, such as rows, containers and folders. */
  List<String> leftovers() throws IOException {
    List<String> left = new ArrayList<>();
    rows().all().forEach(agent -> left.add("row " + agent.name() + " " + agent.state()));
    for (Path place : List.of(home.agents(), home.logs(), home.folder().resolve("run"))) {
      try (Stream<Path> files = Files.list(place)) {
        files.forEach(file -> left.add(file.toString()));
      }
    }
    try {
      new FakeExecutor(engine, homeId).list().forEach(sandbox -> left.add(sandbox.toString()));
      new FakeExecutor(system, homeId).list().forEach(sandbox -> left.add(sandbox.toString()));
    } catch (ExecutorException e) {
      left.add("the engine is lost");
    }
    database
        .read(
            tx -> tx.list("SELECT jti FROM tokens WHERE agent IS NOT NULL", row -> row.text("jti")))
        .forEach(token -> left.add("token " + token));
    return left;
  }
}
