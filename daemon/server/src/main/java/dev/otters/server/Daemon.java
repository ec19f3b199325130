package dev.otters.server;

import dev.otters.agentfile.ImageName;
import dev.otters.agents.AgentKeeper;
import dev.otters.agents.Agents;
import dev.otters.agents.SessionLink;
import dev.otters.agents.endpoint.ModelEndpoints;
import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.BinCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.agents.image.ShippedImages;
import dev.otters.agents.image.StoreCare;
import dev.otters.agents.image.Transfers;
import dev.otters.agents.wire.RuntimeSockets;
import dev.otters.agents.wire.WireServer;
import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.egress.EgressServer;
import dev.otters.home.FreeSpace;
import dev.otters.home.Home;
import dev.otters.home.PrivateFiles;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.models.provider.ModelOffers;
import dev.otters.models.provider.ProviderAdmin;
import dev.otters.models.weights.LocalModel;
import dev.otters.oci.store.OciStore;
import dev.otters.resources.scratch.ScratchStore;
import dev.otters.server.doctor.Doctor;
import dev.otters.server.http.AgentRoutes;
import dev.otters.server.http.BinRoutes;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.EventRoutes;
import dev.otters.server.http.ExecRoute;
import dev.otters.server.http.FileRoutes;
import dev.otters.server.http.HttpServers;
import dev.otters.server.http.HttpSettings;
import dev.otters.server.http.ImageRoutes;
import dev.otters.server.http.LogRoutes;
import dev.otters.server.http.ModelRoutes;
import dev.otters.server.http.MonitoringRoutes;
import dev.otters.server.http.ProviderRoutes;
import dev.otters.server.http.RegistryRoutes;
import dev.otters.server.http.SessionRoutes;
import dev.otters.server.http.StoreRoutes;
import dev.otters.server.http.SystemRoutes;
import dev.otters.server.http.TraceRoutes;
import dev.otters.server.http.audit.AuditRoutes;
import dev.otters.server.http.audit.VaultRoutes;
import dev.otters.server.http.disk.LowWater;
import dev.otters.server.http.network.EgressRoutes;
import dev.otters.server.http.network.NetworkRoutes;
import dev.otters.server.http.resource.ResourceRoutes;
import dev.otters.server.http.session.ActivationRoutes;
import dev.otters.server.http.session.ApprovalRoutes;
import dev.otters.server.http.session.BudgetRoutes;
import dev.otters.server.http.session.CheckRoutes;
import dev.otters.server.http.session.CustomCallRoutes;
import dev.otters.server.http.session.GrantRoutes;
import dev.otters.server.http.session.OutcomeRoutes;
import dev.otters.server.http.session.StatusRoutes;
import dev.otters.server.http.session.WakeRoutes;
import dev.otters.server.problem.Problems;
import dev.otters.sessions.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running daemon. Starts the foundation, the agents with their sessions and sockets, and the
 * operator API, in this order, and closes them in reverse.
 */
final class Daemon implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Daemon.class);

  /** The longest time to count the files of one row of {@code system df}. */
  private static final Duration LONGEST_WALK = Duration.ofSeconds(5);

  private static final long PROMPT_LOG_BYTES = 8 << 20;

  private final DaemonOptions options;
  private final Home home;
  private final Closing closing = new Closing();
  private final AtomicInteger port = new AtomicInteger();

  private Daemon(DaemonOptions options, Home home) {
    this.options = options;
    this.home = home;
  }

  /**
   * Starts a daemon.
   *
   * @param options its options
   * @return the daemon, ready for requests
   * @throws dev.otters.api.ApiException when another daemon serves the home, or the home or its
   *     configuration is unusable
   * @throws IOException when a file or socket cannot be created
   */
  static Daemon start(DaemonOptions options) throws IOException {
    Daemon daemon = new Daemon(options, Home.open(options.home()));
    try {
      daemon.open();
      return daemon;
    } catch (IOException | RuntimeException | Error e) {
      daemon.closing.close();
      throw e;
    }
  }

  /** Returns the home. */
  Home home() {
    return home;
  }

  /** Returns the port on 127.0.0.1. */
  int port() {
    return port.get();
  }

  private void open() throws IOException {
    Foundation base = Foundation.lay(options, home, closing);
    Agents agents = agents(base);
    Sessions sessions =
        closing.keep(
            new Sessions(
                base.storage().database(),
                agents.directory(),
                options.time(),
                RandomGenerator.getDefault(),
                base.config().traces()));
    sessions.price(base.models().prices());
    promptLog(options.environment(), home)
        .ifPresent(file -> sessions.traces().log(file, PROMPT_LOG_BYTES));
    sessions.spool(home.spool());
    sessions.catalog(agents.directory().catalog());
    sessions.limit(base.config().budget());
    AuditLog audit = closing.keep(new AuditLog(base.storage().database(), options.time()));
    AgentRefusals refusals = new AgentRefusals(audit, options.time());
    WireServer wire =
        closing.keep(
            new WireServer(
                sessions,
                base.models().gateway(),
                base.tokens(),
                agents.directory(),
                refusals,
                options.time()));
    EgressServer egress =
        closing.keep(
            new EgressServer(
                base.storage().database(), refusals, options.time(), base.config().egressLimit()));
    sessions.serve(closing.keep(agents.servers(egress)));
    ModelEndpoints models =
        closing.keep(
            new ModelEndpoints(
                sessions.programRequests(base.models().gateway()),
                agent ->
                    agent
                        .spec()
                        .hasModelEndpoint(base.images().source().agent(agent.spec().image())),
                refusals,
                options.time()));
    AgentKeeper keeper =
        agents.connect(
            new RuntimeSockets(
                wire,
                egress,
                models,
                base.tokens(),
                base.storage().database(),
                base.storage().sockets()),
            new SessionLink(sessions, base.tokens(), agents.directory()));
    closing.keep(agents);
    agents.boot();
    // The secrets of the agents are known now.
    FreeSpace space = FreeSpace.of(home.folder(), base.config().minFree());
    sessions.mirror(home.sessions(), Release.version(), space);
    sessions.approvals().boot(agents.gatedRuns(egress));
    base.config()
        .sessionRetention()
        .ifPresent(age -> options.time().after(Duration.ZERO, () -> sessions.retain(age)));
    closing.keep(IdleMemory.start(options.time()));
    List<Endpoint> endpoints = new ArrayList<>(endpoints(base, keeper, agents, sessions, egress));
    endpoints.addAll(AuditRoutes.of(audit));
    listen(base, LowWater.guard(endpoints, space), audit);
  }

  /** Returns the file with a line for each turn; empty if the operator wants none. */
  static Optional<Path> promptLog(Map<String, String> environment, Home home) {
    return "1".equals(environment.get("OTTERS_PROMPT_LOG_DISABLED"))
        ? Optional.empty()
        : Optional.ofNullable(environment.get("OTTERS_PROMPT_LOG_PATH"))
            .filter(path -> !path.isBlank())
            .map(Path::of)
            .or(() -> Optional.of(home.promptLog()));
  }

  private Agents agents(Foundation base) {
    return new Agents(
        new Agents.Parts(
            base.storage(),
            base.images(),
            base.sandboxes(),
            new ModelCheck(base.models().gateway()),
            new UsualModels(
                base.config().defaultModel(), base.models().local(), base.models().providers()),
            base.config().agents(),
            new Agents.Schedule(options.backoff(), options.time(), options.steps())));
  }

  private List<Endpoint> endpoints(
      Foundation base, AgentKeeper keeper, Agents agents, Sessions sessions, EgressServer egress) {
    OciStore store = base.storage().store();
    Foundation.ModelParts models = base.models();
    AgentImageCatalog images = new AgentImageCatalog(store);
    BinCatalog bins = new BinCatalog(store, base.images().platform());
    Builds builds =
        new Builds(
            store, home.builds(), ImageName.of(base.runtime().toString()), base.images().source());
    ImageRemoval removal = new ImageRemoval(store, keeper.use()::imagesInUse);
    ProviderAdmin providers = models.providers().admin();
    Doctor doctor =
        new Doctor(
            home.folder(),
            providers,
            () -> models.local().installed().stream().map(LocalModel::name).toList(),
            options.environment());
    DaemonInfo info =
        new DaemonInfo(base, port::get, options.time().now(), keeper, images, bins, doctor);
    StoreCare care =
        new StoreCare(
            store,
            base.registries().client(),
            keeper.use()::imageUsers,
            new ShippedImages(store, home.shipped())::names,
            base.runtime());
    DiskReport disk =
        new DiskReport(
            home,
            keeper,
            care,
            () -> images.list().images().size() + bins.list().bins().size(),
            models.local()::installed,
            LONGEST_WALK);
    return Stream.of(
            SystemRoutes.of(info::info, info::doctor, disk::measure, DaemonInfo.version()),
            ImageRoutes.of(builds, images, removal),
            BinRoutes.of(builds, bins, removal),
            RegistryRoutes.of(
                base.registries().client(),
                new Transfers(store, base.images().platform(), base.registries().runtimes())),
            StoreRoutes.of(care),
            ProviderRoutes.of(providers, keeper),
            ModelRoutes.of(
                models.local(), new ModelOffers(models.providers(), models.prices()), keeper),
            AgentRoutes.of(keeper, home.id()),
            EgressRoutes.of(keeper, egress),
            NetworkRoutes.of(base.sandboxes().executors()::prune),
            ExecRoute.of(agents.programs(), agents.toolRuns(egress)),
            FileRoutes.of(agents.files()),
            LogRoutes.of(keeper, agents.sandboxes(), base.storage().logs()),
            EventRoutes.of(agents.events()),
            SessionRoutes.of(keeper, sessions),
            CheckRoutes.of(keeper, sessions.check()),
            TraceRoutes.of(keeper, sessions, base.models().gateway()),
            BudgetRoutes.of(keeper, sessions.budgets()),
            GrantRoutes.of(keeper, sessions.service(), base.tokens().api()),
            StatusRoutes.of(keeper, sessions.service(), sessions.oversight()),
            ActivationRoutes.of(keeper, sessions.service(), sessions.oversight()),
            ApprovalRoutes.of(keeper, sessions.approvals(), base.config().promptYes()),
            VaultRoutes.of(agents.vaults(), options.time()),
            CustomCallRoutes.of(keeper, sessions),
            ResourceRoutes.of(
                keeper,
                sessions,
                agents.directory(),
                base.storage().database(),
                new ScratchStore(base.storage().database(), options.time())),
            OutcomeRoutes.of(keeper, sessions),
            WakeRoutes.of(keeper, sessions.service(), sessions.wakes()),
            MonitoringRoutes.of(
                keeper,
                sessions,
                models.gateway().meter(),
                () -> base.sandboxes().executors().standard()))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Listens. The credentials are written first: a client that reaches the daemon finds its token.
   */
  private void listen(Foundation base, List<Endpoint> endpoints, AuditLog audit)
      throws IOException {
    Path socket = base.storage().sockets().operatorSocket();
    String token = base.tokens().operator(oldCredentials().map(Credentials::token));
    tell(socket, token, null);
    // Another program may get the port later, and clients must not send their token to it.
    closing.keep(() -> tell(socket, token, null));
    HttpServers servers =
        closing.keep(
            new HttpServers(
                socket,
                HttpSettings.of(base.config().port()),
                endpoints,
                base.tokens(),
                audit,
                base.storage().secrets()));
    servers.start();
    port.set(servers.port());
    tell(socket, token, "http://127.0.0.1:" + servers.port());
    base.storage().database().fillReserve();
    LOGGER
        .atInfo()
        .addKeyValue("home", home.folder())
        .addKeyValue("socket", socket)
        .addKeyValue("port", servers.port())
        .addKeyValue("version", Release.version())
        .log("The daemon is ready");
  }

  /**
   * Writes the credentials. On a full disk an older file stays if clients can still use it. It
   * loses the TCP port, which another program may have by now, unless that needs space too.
   */
  private void tell(Path socket, String token, @Nullable String tcp) throws IOException {
    Credentials credentials = new Credentials("unix://" + socket, token, tcp);
    try {
      PrivateFiles.write(home.credentials(), Json.write(credentials) + "\n");
    } catch (IOException e) {
      Optional<Credentials> old = oldCredentials().filter(found -> serves(found, credentials));
      if (!Problems.isDiskFull(e) || old.isEmpty()) {
        throw e;
      }
      String kept = old.get().tcp() == null ? "stay as they are" : withoutPort(credentials);
      LOGGER
          .atWarn()
          .addKeyValue("file", home.credentials())
          .log("The disk is full: the credentials {}", kept);
    }
  }

  /** Erases the TCP port of the old credentials; returns what became of them. */
  private String withoutPort(Credentials credentials) throws IOException {
    Credentials known = new Credentials(credentials.endpoint(), credentials.token(), null);
    try {
      PrivateFiles.overwrite(home.credentials(), Json.write(known));
      return "lose their TCP port";
    } catch (IOException e) {
      if (!Problems.isDiskFull(e)) {
        throw e;
      }
      return "keep the TCP port of an earlier daemon, which another program may use";
    }
  }

  private static boolean serves(Credentials old, Credentials wanted) {
    return old.endpoint().equals(wanted.endpoint()) && old.token().equals(wanted.token());
  }

  private Optional<Credentials> oldCredentials() throws IOException {
    if (!Files.exists(home.credentials())) {
      return Optional.empty();
    }
    try {
      return Optional.of(Json.read(Files.readString(home.credentials()), Credentials.class));
    } catch (IllegalArgumentException e) {
      LOGGER.atWarn().log("Replaced credentials.json, which could not be read");
      return Optional.empty();
    }
  }

  /** Stops the daemon. Agents keep running. */
  @Override
  public void close() {
    LOGGER.atInfo().log("The daemon stops, agents keep running");
    closing.close();
  }
}
