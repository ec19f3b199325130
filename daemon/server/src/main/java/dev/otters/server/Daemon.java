package dev.otters.server;

import dev.otters.agentfile.ImageName;
import dev.otters.api.Credentials;
import dev.otters.api.Json;
import dev.otters.executor.docker.DockerHome;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.agent.Agents;
import dev.otters.server.agent.Links;
import dev.otters.server.agent.Users;
import dev.otters.server.engine.EngineMounts;
import dev.otters.server.engine.LazyExecutor;
import dev.otters.server.gateway.ModelGateway;
import dev.otters.server.home.DaemonConfig;
import dev.otters.server.home.Home;
import dev.otters.server.home.HomeLock;
import dev.otters.server.home.PrivateFiles;
import dev.otters.server.home.ProcessUser;
import dev.otters.server.home.SocketFolders;
import dev.otters.server.http.HttpServers;
import dev.otters.server.http.HttpSettings;
import dev.otters.server.http.Operations;
import dev.otters.server.image.AgentImageCatalog;
import dev.otters.server.image.BinCatalog;
import dev.otters.server.image.Builds;
import dev.otters.server.image.ImageRemoval;
import dev.otters.server.image.ImageSource;
import dev.otters.server.image.RuntimeChoice;
import dev.otters.server.image.ShippedImages;
import dev.otters.server.logs.AgentLogs;
import dev.otters.server.provider.scripted.ScriptedProvider;
import dev.otters.server.session.Sessions;
import dev.otters.server.store.Database;
import dev.otters.server.token.SigningKey;
import dev.otters.server.token.Tokens;
import dev.otters.server.wire.WireServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is a running daemon: everything it is made of, in the order in which it starts, and ends the
 * other way round.
 */
final class Daemon implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Daemon.class);

  private final DaemonOptions options;
  private final Home home;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final AtomicInteger port = new AtomicInteger();

  private Daemon(DaemonOptions options, Home home) {
    this.options = options;
    this.home = home;
  }

  /**
   * Starts a daemon.
   *
   * @param options what it is started with
   * @return the daemon, which answers requests
   * @throws dev.otters.api.ApiException when another daemon serves the home, or the home or its
   *     configuration is unusable
   * @throws IOException when a file or socket cannot be made
   */
  static Daemon start(DaemonOptions options) throws IOException {
    Daemon daemon = new Daemon(options, Home.open(options.home()));
    try {
      daemon.open();
      return daemon;
    } catch (IOException | RuntimeException | Error e) {
      daemon.close();
      throw e;
    }
  }

  /** Returns the home that is served. */
  Home home() {
    return home;
  }

  /** Returns the port on 127.0.0.1. */
  int port() {
    return port.get();
  }

  private <T extends AutoCloseable> T keep(T part) {
    opened.push(part);
    return part;
  }

  private void open() throws IOException {
    keep(HomeLock.acquire(home));
    DaemonConfig config = DaemonConfig.read(home.config());
    UUID homeId = home.id();
    ProcessUser user = ProcessUser.current();
    SocketFolders sockets = SocketFolders.of(home, homeId, user, options.environment());
    sockets.create();
    for (Path folder : List.of(home.logs(), home.signingKey().resolveSibling(""), home.agents())) {
      PrivateFiles.createFolder(folder);
    }
    Database database = keep(Database.open(home.database()));
    Tokens tokens =
        new Tokens(database, SigningKey.load(home.signingKey()), homeId.toString(), options.time());
    OciStore store = openStore();
    Platform platform = Platform.ofThisMachine();
    ImageReference runtime = ImageReference.parse("otters/runtime:" + Release.version());
    ImageSource images =
        new ImageSource(
            store, registry(store), platform, new RuntimeChoice(runtime, config.runtimeAliases()));
    AgentLogs logs = keep(new AgentLogs(home.logs()));
    LazyExecutor executor =
        keep(
            new LazyExecutor(
                () -> options.executors().open(new DockerHome(homeId, home.folder()), store),
                options.time()));
    ModelGateway gateway = keep(new ModelGateway(List.of(new ScriptedProvider(scripts()))));
    Agents agents =
        new Agents(
            new Agents.Parts(
                home,
                sockets,
                config,
                new Users(user, config.uids()),
                database,
                store,
                images,
                platform,
                executor,
                new EngineMounts(executor, home.folder(), sockets.folders(), options.userHome()),
                logs,
                new ModelCheck(gateway),
                options.backoff(),
                options.time(),
                options.steps()));
    Sessions sessions =
        keep(
            new Sessions(
                database, agents.directory(), options.time(), RandomGenerator.getDefault()));
    WireServer wire =
        keep(new WireServer(sessions.turns(), gateway, tokens, agents.directory(), options.time()));
    AgentKeeper keeper =
        agents.connect(
            new Links(wire, tokens, database, sockets), new SessionLink(sessions, tokens));
    keep(agents);
    agents.boot();
    AgentImageCatalog catalog = new AgentImageCatalog(store);
    BinCatalog bins = new BinCatalog(store, platform);
    DaemonInfo info =
        new DaemonInfo(
            home,
            sockets.operatorSocket(),
            port::get,
            options.time().now(),
            executor,
            keeper,
            catalog,
            bins,
            store,
            runtime,
            platform,
            gateway);
    Builds builds =
        new Builds(store, home.folder().resolve("builds"), ImageName.of(runtime.toString()));
    ImageRemoval removal = new ImageRemoval(store, keeper::imagesInUse);
    Operations operations =
        new Operations(
            new AgentAccess(keeper),
            new ImageAccess(builds, catalog, removal),
            new BinAccess(builds, images, bins, removal),
            info,
            logs,
            sessions.service());
    listen(operations, sockets.operatorSocket(), config.port(), tokens);
  }

  private OciStore openStore() {
    OciStore store = OciStore.open(home.registry());
    options
        .distribution()
        .ifPresent(
            folder ->
                new ShippedImages(store, home.folder().resolve("shipped"))
                    .load(folder.resolve("images")));
    return store;
  }

  private ImageSource.Puller registry(OciStore store) {
    Registry registry = new Registry(RegistrySettings.ofEnvironment(options.environment()));
    return (reference, scope, progress) -> {
      Descriptor pulled = registry.pull(reference, store, scope, progress);
      LOGGER
          .atInfo()
          .addKeyValue("image", reference)
          .addKeyValue("digest", pulled.digest())
          .log("Pulled");
      return pulled;
    };
  }

  private List<Path> scripts() {
    List<Path> folders = new ArrayList<>(List.of(home.scripts()));
    options.distribution().ifPresent(folder -> folders.add(folder.resolve("scripts")));
    return folders;
  }

  private void listen(Operations operations, Path socket, int wanted, Tokens tokens)
      throws IOException {
    HttpServers servers =
        keep(new HttpServers(socket, HttpSettings.of(wanted), operations, tokens));
    servers.start();
    port.set(servers.port());
    Credentials credentials =
        new Credentials(
            "unix://" + socket, tokens.operator(oldToken()), "http://127.0.0.1:" + servers.port());
    PrivateFiles.write(home.credentials(), Json.write(credentials) + "\n");
    LOGGER
        .atInfo()
        .addKeyValue("home", home.folder())
        .addKeyValue("socket", socket)
        .addKeyValue("port", servers.port())
        .addKeyValue("version", Release.version())
        .log("The daemon answers");
  }

  private Optional<String> oldToken() throws IOException {
    if (!Files.exists(home.credentials())) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          Json.read(Files.readString(home.credentials()), Credentials.class).token());
    } catch (IllegalArgumentException e) {
      LOGGER.atWarn().log("credentials.json cannot be read and is written anew");
      return Optional.empty();
    }
  }

  /** Stops answering and lets go of everything; agents run on. */
  @Override
  public void close() {
    LOGGER.atInfo().log("The daemon stops; agents run on");
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOGGER
            .atError()
            .addKeyValue("part", part.getClass().getSimpleName())
            .setCause(e)
            .log("Could not be closed");
      }
    }
  }
}
