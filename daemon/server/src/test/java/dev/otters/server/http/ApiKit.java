package dev.otters.server.http;

import dev.otters.agents.logs.AgentLogs;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.image.Pin;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.ExecutorsView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.StockView;
import dev.otters.api.system.VersionView;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The API on real sockets, with real sessions, tokens and logs and played agents and images. */
final class ApiKit implements AutoCloseable {
  static final int LARGEST_UPLOAD = 8 << 20;
  static final HttpSettings SETTINGS =
      new HttpSettings(0, Duration.ofMillis(50), Duration.ofSeconds(10), 1 << 20, LARGEST_UPLOAD);

  final FakeAgents agents = new FakeAgents();
  final FakeImages images = new FakeImages();
  final FakeRegistries registries = new FakeRegistries();
  final FakeStore store = new FakeStore();
  final FakeProviders providers = new FakeProviders();
  final FakeModels models = new FakeModels();
  final Path socket;
  final Database database;
  final Sessions sessions;
  final AgentLogs logs;
  final Tokens tokens;
  final String token;
  final HttpServers servers;
  final Operations operations;

  ApiKit(Path folder) throws IOException {
    this(folder, SETTINGS);
  }

  ApiKit(Path folder, HttpSettings settings) throws IOException {
    ManualTime time = new ManualTime();
    socket = folder.resolve("otters.sock");
    database = Database.open(folder.resolve("daemon.db"));
    sessions = new Sessions(database, new FakeDirectory(), time, new Random(7));
    sessions.boot(Set.of());
    sessions.turns().connect(agents.bob, "runtime", List.of());
    logs = new AgentLogs(Files.createDirectories(folder.resolve("logs")));
    tokens = new Tokens(database, SigningKey.load(folder.resolve("signing.key")), "home", time);
    token = tokens.operator(Optional.empty());
    operations =
        new Operations(
            agents,
            images,
            images.bins,
            registries,
            store,
            providers,
            models,
            new FakeSystem(),
            logs,
            sessions.service());
    servers = new HttpServers(socket, settings, operations, tokens);
    servers.start();
  }

  private static final class FakeSystem implements SystemOperations {
    @Override
    public InfoView info() {
      return new InfoView(
          new DaemonView(
              version(), "/home", "/home/otters.sock", null, 1, Instant.EPOCH, "linux/amd64"),
          new ExecutorsView(null, null, List.of()),
          new StockView(0, 0, 0, 0, new Pin("otters/runtime:1", null)),
          List.of(),
          List.of());
    }

    @Override
    public DoctorView doctor() {
      return DoctorView.of(List.of());
    }

    @Override
    public VersionView version() {
      return new VersionView("1.2.3", VersionView.API, 1, "25");
    }
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

  static Http raw(SocketAddress to, String line, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String length = bytes.length == 0 ? "" : "Content-Length: " + bytes.length + "\n";
    String host = headers.contains("Host:") ? "" : "Host: localhost\n";
    return Http.send(to, line + " HTTP/1.1\n" + host + headers + length + "\n", bytes);
  }

  static Problem problem(Http answer) {
    return Json.read(answer.body(), Problem.class);
  }

  @Override
  public void close() {
    servers.close();
    sessions.close();
    logs.close();
    database.close();
  }
}
