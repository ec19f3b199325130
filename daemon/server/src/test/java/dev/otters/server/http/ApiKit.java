package dev.otters.server.http;

import dev.otters.agentfile.ImageName;
import dev.otters.agents.AgentKeeper;
import dev.otters.agents.AgentKit;
import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.BinCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.agents.image.MemoryRegistry;
import dev.otters.agents.image.RuntimeChoice;
import dev.otters.agents.image.StoreCare;
import dev.otters.agents.image.TestImages;
import dev.otters.agents.image.Transfers;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.image.Pin;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.ExecutorsView;
import dev.otters.api.system.Health;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.StockView;
import dev.otters.api.system.VersionView;
import dev.otters.home.FreeSpace;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.text.Secrets;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.price.Prices;
import dev.otters.models.provider.ConfiguredProviders;
import dev.otters.models.provider.DaemonProcess;
import dev.otters.models.provider.ModelOffers;
import dev.otters.models.provider.scripted.ScriptedProvider;
import dev.otters.models.weights.Models;
import dev.otters.models.weights.WeightsFolder;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceToolContext.Run;
import dev.otters.resources.scratch.ScratchStore;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The API on real sockets, of a daemon on a fake engine with one agent, {@code bob}, and a registry
 * in memory, which is also the proxy for all other hosts.
 */
final class ApiKit implements AutoCloseable {
  private static final DiskUsage DISK =
      new DiskUsage(List.of(new DiskRow("images", 2, 1, 100, 50, false)));

  static final int LARGEST_UPLOAD = 8 << 20;
  static final HttpSettings SETTINGS =
      new HttpSettings(
          0,
          Duration.ofMillis(50),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          1 << 20,
          LARGEST_UPLOAD);

  final MemoryRegistry registry = new MemoryRegistry();
  final AgentKit daemon;
  final UUID bob;
  final Registry client;
  final Models models;
  final Path socket;
  final Tokens tokens;
  final String token;
  final List<Endpoint> endpoints;
  final AuditLog audit;
  final Secrets secrets;
  final HttpServers servers;

  /** Checks the executor of new agents. */
  volatile Runnable ready = () -> {};

  /** The free space of the disk in MiB; the mark is 100. */
  volatile long free = 1_000;

  /** The work of {@code POST /test/work}. */
  volatile Consumer<Progress> work = progress -> {};

  /** Writes the file of {@code GET /test/file}. */
  volatile Reply.Writer file = out -> {};

  ApiKit(Path folder) throws IOException {
    this(folder, SETTINGS);
  }

  ApiKit(Path folder, HttpSettings settings) throws IOException {
    socket = folder.resolve("otters.sock");
    daemon = new AgentKit(folder);
    String run = "{\"ref\":\"guide:1\",\"name\":\"bob\"}";
    bob = UUID.fromString(daemon.run(Json.read(run, RunRequest.class)).id());
    daemon.sessions().turns().connect(bob, "runtime", List.of());
    Map<String, String> environment =
        Map.of(
            "DOCKER_CONFIG", folder.toString(),
            "HTTP_PROXY", "http://" + registry.host(),
            "HTTPS_PROXY", "http://" + registry.host());
    client = new Registry(RegistrySettings.ofEnvironment(environment));
    models =
        Models.open(
            WeightsFolder.of(Map.of(), folder), folder.resolve("models.yaml"), Map.of("PATH", ""));
    Tokens tokens =
        new Tokens(
            daemon.database(),
            SigningKey.load(folder.resolve("signing.key")),
            "home",
            new ManualTime());
    this.tokens = tokens;
    token = tokens.operator(Optional.empty());
    audit = new AuditLog(daemon.database(), new ManualTime());
    FreeSpace space =
        new FreeSpace(
            folder, _ -> new FreeSpace.Room(free << 20, 1 << 30), OptionalLong.of(100 << 20));
    endpoints = LowWater.guard(endpoints(folder), space);
    secrets = new Secrets(tokens::redact);
    servers = new HttpServers(socket, settings, endpoints, tokens, audit, secrets);
    servers.start();
  }

  private List<Endpoint> endpoints(Path folder) {
    AgentKeeper keeper = daemon.keeper();
    OciStore store = daemon.store;
    Platform platform = Platform.ofThisMachine();
    Builds builds =
        new Builds(
            store,
            folder.resolve("builds"),
            ImageName.of(TestImages.RUNTIME.toString()),
            daemon.source);
    ImageRemoval removal = new ImageRemoval(store, keeper.use()::imagesInUse);
    ConfiguredProviders providers =
        new ConfiguredProviders(
            List.of(new ScriptedProvider(List.of(folder))),
            folder.resolve("providers.yaml"),
            config -> {
              throw ModelException.permanent("the vendor is away");
            },
            new DaemonProcess(Map.of(), 1, Instant.EPOCH),
            _ -> {});
    ModelGateway gateway = new ModelGateway(providers);
    VersionView version = new VersionView("1.2.3", VersionView.API, 1, "25");
    return Stream.of(
            SystemRoutes.of(
                () -> info(version), () -> DoctorView.of(List.of()), () -> DISK, version),
            ImageRoutes.of(builds, new AgentImageCatalog(store), removal),
            BinRoutes.of(builds, new BinCatalog(store, platform), removal),
            RegistryRoutes.of(
                client,
                new Transfers(
                    store, platform, new RuntimeChoice(TestImages.RUNTIME, List.of(), store))),
            StoreRoutes.of(
                new StoreCare(
                    store, client, keeper.use()::imageUsers, List::of, TestImages.RUNTIME)),
            ProviderRoutes.of(providers.admin(), keeper),
            ModelRoutes.of(models, new ModelOffers(providers, Prices.NONE), keeper),
            AgentRoutes.of(keeper, new UUID(0, 7)),
            ExecRoute.of(daemon.agents().programs(), daemon.agents().toolRuns(daemon.egress)),
            EgressRoutes.of(keeper, daemon.egress),
            NetworkRoutes.of(dryRun -> dryRun ? List.of("otters-7") : List.of()),
            FileRoutes.of(daemon.files()),
            LogRoutes.of(keeper, daemon.agents().sandboxes(), daemon.logs()),
            EventRoutes.of(daemon.events()),
            SessionRoutes.of(keeper, daemon.sessions()),
            CheckRoutes.of(keeper, daemon.sessions().check()),
            TraceRoutes.of(keeper, daemon.sessions(), gateway),
            BudgetRoutes.of(keeper, daemon.sessions().budgets()),
            GrantRoutes.of(keeper, daemon.sessions().service(), tokens.api()),
            StatusRoutes.of(keeper, daemon.sessions().service(), daemon.sessions().oversight()),
            ActivationRoutes.of(keeper, daemon.sessions().service(), daemon.sessions().oversight()),
            ApprovalRoutes.of(keeper, daemon.sessions().approvals(), Set.of("bob/helm")),
            VaultRoutes.of(daemon.agents().vaults(), new ManualTime()),
            AuditRoutes.of(audit),
            CustomCallRoutes.of(keeper, daemon.sessions()),
            ResourceRoutes.of(
                keeper,
                daemon.sessions(),
                daemon.agents().directory(),
                daemon.database(),
                new ScratchStore(daemon.database(), new ManualTime())),
            OutcomeRoutes.of(keeper, daemon.sessions()),
            WakeRoutes.of(keeper, daemon.sessions().service(), daemon.sessions().wakes()),
            MonitoringRoutes.of(keeper, daemon.sessions(), gateway.meter(), () -> ready.run()),
            List.of(
                Endpoint.post("/test/work", request -> StreamedJob.of(this::work)),
                Endpoint.get("/test/file", request -> new Reply.Download("text/x", this::write))))
        .flatMap(List::stream)
        .toList();
  }

  private Health work(Progress progress) {
    work.accept(progress);
    return new Health(true);
  }

  private void write(Download out) throws IOException {
    file.write(out);
  }

  private static InfoView info(VersionView version) {
    return new InfoView(
        new DaemonView(
            version, "/home", "/home/otters.sock", null, 1, Instant.EPOCH, "linux/amd64"),
        new ExecutorsView(null, null, List.of()),
        new StockView(0, 0, 0, 0, new Pin("otters/runtime:1", null)),
        List.of(),
        List.of());
  }

  SocketAddress unix() {
    return UnixDomainSocketAddress.of(socket);
  }

  SocketAddress tcp() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), servers.port());
  }

  /** Sends a request of the operator to the unix socket and reads the head of its answer. */
  Http ask(String line) {
    return ask(line, "", "");
  }

  /** The same with more header lines, each with its end, and a body. */
  Http ask(String line, String headers, String body) {
    return start(line, headers, body).head();
  }

  /** The same without reading anything. */
  Http start(String line, String headers, String body) {
    return raw(unix(), line, "Authorization: Bearer " + token + "\n" + headers, body);
  }

  /** The same with a body that is no text. */
  Http ask(String line, String headers, byte[] body) {
    return raw(unix(), line, "Authorization: Bearer " + token + "\n" + headers, body).head();
  }

  static Http raw(SocketAddress to, String line, String headers, String body) {
    return raw(to, line, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  private static Http raw(SocketAddress to, String line, String headers, byte[] bytes) {
    String length = bytes.length == 0 ? "" : "Content-Length: " + bytes.length + "\n";
    String host = headers.contains("Host:") ? "" : "Host: localhost\n";
    return Http.send(to, line + " HTTP/1.1\n" + host + headers + length + "\n", bytes);
  }

  /** Returns a tar with one file, which can be sent as text. */
  static String tar(String name, String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(out)) {
      tar.file(name, 0755, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  static Problem problem(Http answer) {
    return Json.read(answer.body(), Problem.class);
  }

  @Override
  public void close() throws IOException {
    servers.close();
    audit.close();
    secrets.close();
    models.close();
    client.close();
    registry.close();
    daemon.close();
  }

  /**
   * Stores a memory, as an agent does, and returns its id.
   *
   * @param input the input of the tool
   */
  String remember(String namespace, Map<String, ?> input) {
    return write("memory", namespace, input).path("id").asString();
  }

  /** Writes a text file in the session review of bob, and returns its id. */
  String keep(String namespace, String path, String text) {
    JsonNode unused = write("files", namespace, Map.of("path", path, "text", text));
    return Long.toString(
        daemon
            .database()
            .<Long>read(rows -> rows.number("SELECT max(key) AS n FROM resource_files")));
  }

  private JsonNode write(String kind, String namespace, Map<String, ?> input) {
    DeclaredResource resource =
        new DeclaredResource(kind, kind, ResourceMode.READ_WRITE, Map.of(), Optional.empty(), "");
    GrantedResources granted = new GrantedResources(List.of(namespace), List.of(resource));
    Run run = new Run("act", "review", bob, Instant.EPOCH);
    Resources.Call call =
        new Resources.Call(kind + "_write", JsonMapper.shared().valueToTree(input));
    Resources.Said said =
        daemon.database().write(tx -> Resources.SHIPPED.write(tx, granted, run, call));
    return JsonMapper.shared().readTree(said.text());
  }
}
