package dev.otters.worker;

import dev.otters.protocol.Activation;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.protocol.TurnOptions;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.Linux;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.tool.Bench;
import dev.otters.worker.turn.Timings;
import dev.otters.worker.wire.Backoff;
import dev.otters.worker.wire.DaemonAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts runtimes, each with a daemon of its own, and stops them after each test. */
abstract class WorkerBench {
  private static final Backoff FAST = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));
  static final TurnOptions OPTIONS = new TurnOptions(120_000, 600_000);

  @TempDir Path root;
  final List<String> log = new CopyOnWriteArrayList<>();
  private final List<ScriptedDaemon> daemons = new ArrayList<>();
  final List<CompletableFuture<Exit>> exits = new ArrayList<>();
  SandboxPaths paths;
  Backoff backoff = FAST;

  @BeforeAll
  static void adopt() {
    Linux.adoptOrphans();
  }

  @BeforeEach
  void prepare() throws Exception {
    paths = Bench.folders(root);
  }

  @AfterEach
  void stop() throws Exception {
    for (ScriptedDaemon daemon : daemons) {
      daemon.tell(new Notice.Stop(0));
    }
    for (CompletableFuture<Exit> exit : exits) {
      exit.join();
    }
    for (ScriptedDaemon daemon : daemons) {
      daemon.close();
    }
  }

  ScriptedDaemon start(ScriptedDaemon.Model model) throws Exception {
    return start(model, daemon -> {});
  }

  ScriptedDaemon start(ScriptedDaemon.Model model, Consumer<ScriptedDaemon> before)
      throws Exception {
    return start(Setups.withTools(Bench.tool("sh")), model, ScriptedDaemon.TOKEN, before);
  }

  /** Prepares a daemon, then starts a runtime on it. */
  ScriptedDaemon start(
      AgentSetup setup, ScriptedDaemon.Model model, String token, Consumer<ScriptedDaemon> before)
      throws Exception {
    Path folder = Files.createDirectory(root.resolve("run-" + daemons.size()));
    ScriptedDaemon daemon = new ScriptedDaemon(folder, setup, model);
    daemons.add(daemon);
    before.accept(daemon);
    WorkerOptions options =
        new WorkerOptions(
            new DaemonAddress(daemon.socket()),
            token,
            "test",
            paths,
            backoff,
            Duration.ofSeconds(30),
            new Timings(Duration.ofMillis(50), Duration.ofMillis(300), FAST),
            0);
    Worker worker = new Worker(options, new Log(line -> note(daemon, line)));
    exits.add(
        CompletableFuture.supplyAsync(
            worker::run, main -> Thread.ofPlatform().daemon().start(main)));
    return daemon;
  }

  private void note(ScriptedDaemon daemon, String line) {
    log.add(line);
    synchronized (daemon) {
      daemon.notifyAll();
    }
  }

  /** Runs a turn and returns its end. */
  static ScriptedDaemon.End run(ScriptedDaemon daemon, Activation activation) {
    int before = daemon.ends.size();
    daemon.enqueue(activation);
    daemon.await(() -> daemon.ends.size() > before);
    return daemon.ends.getLast();
  }

  /** Runs a turn and returns the outcome that the runtime reported. */
  static Outcome.Unanswered told(ScriptedDaemon daemon, Activation activation) {
    return run(daemon, activation).told().orElseThrow();
  }

  static Activation activation(String id) {
    return activation(id, OPTIONS);
  }

  static Activation activation(String id, TurnOptions options) {
    return new Activation(id, 1, "s-" + id, id + "-turn", options);
  }

  static Answer.Next answer() {
    return new Answer.Over(Outcome.Kind.ANSWERED);
  }

  static Answer.Next calls(ToolCall... calls) {
    return new Answer.Run(Arrays.asList(calls));
  }

  /** Calls a tool that makes the file {@code up} and runs until there is a file {@code go}. */
  static Answer.Next waitsForGo(int step, Call.Complete call) {
    return step == 1 ? calls(sh("c1", "touch up; until [ -e go ]; do :; done")) : answer();
  }

  static ToolCall sh(String id, String script) {
    return new ToolCall(id, "sh", new ToolInput(List.of("-c", script), "").toJson());
  }

  /** Waits until a tool has made a file in the workspace, and returns what it holds. */
  String awaitFile(String name) throws Exception {
    Path file = paths.workspace().resolve(name);
    while (!Files.exists(file)) {
      LockSupport.parkNanos(1_000_000);
    }
    return Files.readString(file).strip();
  }
}
