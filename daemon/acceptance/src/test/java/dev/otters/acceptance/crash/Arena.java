package dev.otters.acceptance.crash;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.FakeVendor;
import dev.otters.acceptance.Otters;
import dev.otters.acceptance.PrivateEngine;
import dev.otters.acceptance.ProcessEnd;
import dev.otters.acceptance.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A home whose agents are the victims, in one kind of sandbox, with one agent at a time. */
final class Arena implements AutoCloseable {
  static final String AGENT = "victim";

  private static final Duration STANDSTILL = Duration.ofSeconds(5);

  /** Longer than the lease of 30 s, so that the daemon gives the turn to another runtime. */
  private static final Duration BEYOND_THE_LEASE = Duration.ofSeconds(60);

  private final Otters otters;
  private final Optional<PrivateEngine> engine;
  private final FakeVendor vendor;
  private final Path points;
  private Optional<Scenario> running = Optional.empty();

  private Arena(Otters otters, Optional<PrivateEngine> engine) throws IOException {
    this.otters = otters;
    this.engine = engine;
    this.vendor = new FakeVendor(StubModel::answer);
    this.points = Files.createDirectory(otters.files().resolve("points"));
    otters.with("OTTERS_CRASH_POINTS", points.toString());
    vendor.add(otters, "stub", FakeVendor.KEY).ok();
  }

  static Arena inBubblewrap() throws IOException {
    return new Arena(Otters.freshWithBubblewrap(), Optional.empty());
  }

  /** Makes an arena in a home that exists. */
  static Arena inBubblewrap(Path home) throws IOException {
    return new Arena(Otters.freshWithBubblewrap(home), Optional.empty());
  }

  /** Starts an engine of its own, which may be killed. */
  static Arena onDocker() throws IOException {
    PrivateEngine engine = PrivateEngine.fresh();
    return new Arena(Otters.freshOnEngine(engine.host()), Optional.of(engine));
  }

  Otters otters() {
    return otters;
  }

  FakeVendor vendor() {
    return vendor;
  }

  LogFile log() {
    return new LogFile(otters.home());
  }

  /** Returns a file that describes the client's tool. */
  Path tool() {
    Path file = otters.files().resolve("tool.json");
    String schema = "{\"type\":\"object\"}";
    Otters.write(
        file,
        "{\"name\":\"%s\",\"description\":\"Asks the client.\",\"schema\":%s}"
            .formatted(StubModel.CLIENT_TOOL, schema));
    return file;
  }

  /** Makes the agent of a scenario the only one. */
  void prepare(Scenario scenario) {
    if (!running.equals(Optional.of(scenario))) {
      running.ifPresent(_ -> otters.run("rm", "-f", AGENT).ok());
      running = Optional.of(scenario);
      String begin = "FROM scratch\nNAME " + AGENT + "\nMODEL stub/small\n";
      Path context = otters.agentfile(AGENT, begin + scenario.agentfile());
      List<String> command = new ArrayList<>(List.of("run", context.toString()));
      if (scenario.isElsewhere()) {
        command.addAll(List.of("--grant", "team/crash", "-v", share() + ":/workspace/shared"));
      }
      otters.run(command.toArray(String[]::new)).ok();
      open(place().resolve("points"));
    }
  }

  /** Makes the folder of the operator new, with the program of the MCP server. */
  private Path share() {
    Path folder = shared();
    otters.shell("rm -rf " + folder).ok();
    open(folder);
    Otters.write(folder.resolve("server.py"), StubServer.PROGRAM);
    Otters.write(folder.resolve("effects"), "");
    allowAll(folder.resolve("effects"));
    return folder;
  }

  private Path shared() {
    return otters.files().resolve("shared");
  }

  /** Returns the folder in which the tools of the scenario work. */
  private Path place() {
    return running.orElseThrow().isElsewhere() ? shared() : otters.root(AGENT).resolve("workspace");
  }

  /** Makes a folder to which the users of all sandboxes can write. */
  private static void open(Path folder) {
    try {
      Files.createDirectory(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    allowAll(folder);
  }

  private static void allowAll(Path path) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path folder(Point point) {
    return point.isInSandbox() ? place().resolve("points") : points;
  }

  /** A step at which whoever comes to it waits. */
  record Armed(Path armed, Path reached) {
    boolean isReached() {
      return Files.exists(reached);
    }

    /** Lets everybody go on. */
    void disarm() throws IOException {
      Files.delete(armed);
      Files.deleteIfExists(reached);
    }
  }

  Armed arm(Point point) throws IOException {
    Path folder = folder(point);
    Path armed = Files.createFile(folder.resolve(point.word() + ".armed"));
    return new Armed(armed, folder.resolve(point.word() + ".reached"));
  }

  /**
   * Kills or stops a process.
   *
   * @param session the session whose turn it is
   * @param prompt the command that waits for the answer; empty if there is none
   * @return starts again what was killed, or lets go on what was stopped
   */
  Runnable strike(Victim victim, String session, Optional<Run.Started> prompt) {
    Sandbox sandbox = sandbox(session);
    return switch (victim) {
      case CLI -> kill(prompt.orElseThrow().process().toHandle(), () -> {});
      case DAEMON -> kill(otters.daemon(), () -> otters.run("ps").ok());
      case RUNTIME -> killInside(sandbox, runtime(sandbox));
      case SANDBOX -> killInside(sandbox, sandbox.first().orElseThrow());
      case ENGINE -> {
        engine.orElseThrow().kill();
        yield engine.orElseThrow()::start;
      }
      case SECOND_DAEMON -> {
        String unused = otters.startDaemon().await().failed(4);
        yield () -> {};
      }
      case STOPPED_DAEMON -> stop(otters.daemon(), STANDSTILL);
      case STOPPED_RUNTIME -> stop(runtime(sandbox), BEYOND_THE_LEASE);
    };
  }

  private Sandbox sandbox(String session) {
    return new Sandbox(
        otters,
        AGENT,
        Optional.of(session).filter(_ -> running.equals(Optional.of(Scenario.SCOPED))));
  }

  private long firstProcess() {
    return otters.inspect(AGENT).at("/sandbox/pid").asLong();
  }

  /** Kills a process of the sandbox. The restart waits for the daemon, but not for its delay. */
  private Runnable killInside(Sandbox sandbox, ProcessHandle process) {
    if (sandbox.session().isPresent()) {
      long before = runtime(sandbox).pid();
      return kill(
          process,
          () ->
              Eventually.is(
                  "the session has another runtime",
                  () -> sandbox.runtime().filter(it -> it.pid() != before).isPresent()));
    }
    long first = firstProcess();
    return kill(
        process,
        () -> {
          Eventually.is("the daemon sees the end", () -> !isReady() || firstProcess() != first);
          otters.run("start", AGENT).ok();
        });
  }

  private boolean isReady() {
    return otters.inspect(AGENT).get("status").asString().equals("ready");
  }

  private static Runnable kill(ProcessHandle process, Runnable restart) {
    process.destroyForcibly();
    ProcessEnd.await("process " + process.pid() + " is gone", process);
    return restart;
  }

  /** Stops a process; it goes on after a while unless it is killed meanwhile. */
  private Runnable stop(ProcessHandle process, Duration pause) {
    otters.shell("kill -STOP " + process.pid()).ok();
    return () -> {
      long end = System.nanoTime() + pause.toNanos();
      while (!ProcessEnd.isEnd(process) && System.nanoTime() < end) {
        LockSupport.parkNanos(10_000_000);
      }
      if (!ProcessEnd.isEnd(process)) {
        otters.shell("kill -CONT " + process.pid()).ok();
      }
    };
  }

  private ProcessHandle runtime(Sandbox sandbox) {
    return sandbox
        .runtime()
        .orElseThrow(() -> new AssertionError("no runtime in " + otters.run("top", AGENT)));
  }

  /** Returns the marks of the calls that happened, once for each time. */
  List<String> effects() {
    Path file = place().resolve("effects");
    return Files.exists(file) ? Otters.read(file).lines().toList() : List.of();
  }

  /** Returns whether a file with a name is left in the folder of an agent or of a sandbox. */
  boolean hasFile(String name) {
    return !otters
        .shell("find " + otters.home().resolve("agents") + " -name " + name)
        .out()
        .isBlank();
  }

  @Override
  public void close() throws IOException {
    try {
      otters.close();
    } finally {
      vendor.close();
      if (engine.isPresent()) {
        engine.get().close();
      }
    }
  }
}
