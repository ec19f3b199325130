package dev.otters.acceptance.crash;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import dev.otters.agents.wire.WireServer;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.home.token.SigningKey;
import dev.otters.home.token.Tokens;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.AgentSetup;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * Two runtimes of one agent, in processes of their own, at the socket of one daemon. In each round,
 * the first one is stopped at a random moment of its turn, the second one takes over, and then the
 * first one wakes up.
 */
final class Rivals implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  /** The events of a turn before its answer. */
  private static final int MOMENTS = 9;

  /** In milliseconds. */
  private static final int LONGEST_DELAY = 20;

  private final UUID agent = UUID.randomUUID();
  private final Path folder;
  private final Path root;
  private final Path sockets;
  private final Random random;
  private final RivalModel model = new RivalModel();
  private final FakeDirectory directory = new FakeDirectory();
  private final Database database;
  private final Sessions sessions;
  private final Tokens tokens;
  private final ModelGateway gateway;
  private final WireServer wire;
  private Process first;
  private int taken;

  Rivals(Path folder, long seed) throws IOException {
    this.folder = folder;
    random = new Random(seed);
    root = Files.createDirectory(folder.resolve("agent"));
    sockets = Files.createDirectory(folder.resolve("run"));
    for (String needed :
        List.of("workspace", "home", "tmp", "var/lib", "usr/bin", "runtime", "etc/context")) {
      Files.createDirectories(root.resolve(needed));
    }
    directory.model = "rival/model";
    directory.binaries = List.of(new AgentSetup.Tool("sh", "", "/bin/sh"));
    directory.tools = List.of(RivalModel.TOOL);
    database = Database.open(folder.resolve("daemon.db"));
    SystemTime time = new SystemTime();
    sessions = new Sessions(database, directory, time, new Random(seed));
    tokens = new Tokens(database, SigningKey.load(folder.resolve("key")), "home", time);
    gateway = new ModelGateway(Providers.of(model));
    wire =
        new WireServer(
            sessions,
            gateway,
            tokens,
            directory,
            new AgentRefusals(new AuditLog(database, time), time),
            time);
    sessions.boot(Set.of());
    wire.open(agent, sockets, id("unix:uid"), id("unix:gid"));
    first = start();
  }

  private int id(String attribute) throws IOException {
    return (Integer) Files.getAttribute(folder, attribute);
  }

  /** Starts a runtime with a token of its own, and waits until it takes turns. */
  private Process start() throws IOException {
    long ready = ready();
    Files.writeString(sockets.resolve("token"), tokens.forNewSandbox(agent));
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.otters.worker.Main")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().clear();
    builder.environment().put("OTTERSD_URL", "unix://" + sockets.resolve(WireServer.SOCKET));
    builder.environment().put("OTTERS_AGENT_ROOT", root.toString());
    Process process = builder.start();
    Eventually.within(PATIENCE, "a runtime is ready", () -> ready() > ready || !process.isAlive());
    if (!process.isAlive()) {
      throw new AssertionError("a runtime ended: " + Otters.read(folder.resolve("log")));
    }
    return process;
  }

  private long ready() {
    return directory.heard.stream().filter("ready"::equals).count();
  }

  /** Returns how often the second runtime had the turn before the first one woke up. */
  int taken() {
    return taken;
  }

  /** Plays rounds, and returns what went wrong. */
  List<String> run(int rounds) throws IOException {
    List<String> violations = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      for (String violation : round("r" + round)) {
        violations.add("round " + round + ": " + violation);
      }
    }
    return violations;
  }

  private List<String> round(String session) throws IOException {
    List<String> violations = new ArrayList<>();
    String text = "append " + session;
    sessions.service().appendUserMessage(agent, new SessionId(session), session, text, tx -> {});
    awaitMoment(session);
    signal("STOP", first);
    Process second = start();
    boolean open = !isIdle(session);
    Eventually.within(
        PATIENCE, "the second one has the turn", () -> fence(session) > 1 || isIdle(session));
    taken += open && fence(session) > 1 ? 1 : 0;
    delay();
    signal("CONT", first);
    Eventually.within(PATIENCE, "the turn ends", () -> isIdle(session));
    Eventually.within(PATIENCE, "the late runtime ends", () -> !first.isAlive());
    if (first.exitValue() != 1) {
      violations.add("the late runtime ended with " + first.exitValue());
    }
    if (!second.isAlive()) {
      violations.add("the second runtime ended with " + second.exitValue());
    }
    first = second;
    violations.addAll(Checker.violations(evidence(session, text)));
    return violations;
  }

  /** Waits for a random event of the turn, and a little longer. */
  private void awaitMoment(String session) {
    int events = 1 + random.nextInt(MOMENTS);
    Eventually.within(
        PATIENCE, LOOK_AGAIN, "the turn goes on", () -> log().entries(session).size() >= events);
    delay();
  }

  private void delay() {
    LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LONGEST_DELAY)).toNanos());
  }

  private static void signal(String name, Process process) throws IOException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    Eventually.is("the signal is sent", () -> !kill.isAlive());
  }

  private boolean isIdle(String session) {
    return log().session(session).filter(LogFile.Session::idle).isPresent();
  }

  private long fence(String session) {
    return log().entries(session).stream().mapToLong(Entry::fence).max().orElse(0);
  }

  private LogFile log() {
    return new LogFile(folder);
  }

  private Evidence evidence(String session, String text) {
    List<Entry> log = log().entries(session);
    LogFile.Session state = log().session(session).orElseThrow();
    return new Evidence(
        log,
        state.last(),
        state.status(),
        List.of(text),
        effects(session),
        model.requests(session),
        Evidence.paid(log));
  }

  private List<String> effects(String session) {
    Path file = root.resolve("workspace/effects");
    return Files.exists(file)
        ? Otters.read(file).lines().filter(it -> it.startsWith(session + ".")).toList()
        : List.of();
  }

  @Override
  public void close() throws IOException {
    first.destroyForcibly();
    wire.close();
    gateway.close();
    sessions.close();
    database.close();
  }
}
