package dev.otters.executor.testkit;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogFollowerThread;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import dev.otters.executor.RunSpec;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SoleExecution;
import dev.otters.executor.Subscription;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.testkit.FakeEngine.Operation;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Keeps the executor's contract without containers. Prepares mount points and checks the agent's
 * root like a real executor.
 */
public final class FakeExecutor implements Executor {
  private final FakeEngine engine;
  private final UUID home;
  private final Set<SandboxKey> created = ConcurrentHashMap.newKeySet();
  private final Set<SandboxKey> runs = ConcurrentHashMap.newKeySet();

  /**
   * Creates the executor of a home. Executors of the same engine and home share their sandboxes.
   */
  public FakeExecutor(FakeEngine engine, UUID home) {
    this.engine = engine;
    this.home = home;
  }

  @Override
  public ExecutorInfo info() {
    return call(
        Operation.INFO,
        () ->
            new ExecutorInfo(
                "fake", "1", "", "", "a test asked for it", engine.limitations(), List.of()));
  }

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    run(
        Operation.CREATE,
        () -> {
          end(spec.key());
          engine.drop(key(spec.key()));
          created.remove(spec.key());
          checkImages(spec);
          engine.put(key(spec.key()), new FakeSandbox(spec, binds(spec)));
          created.add(spec.key());
        });
  }

  private void checkImages(SandboxSpec spec) {
    if (engine.lacks(spec.runtime().digest())
        || spec.tools().bins().stream().anyMatch(bin -> engine.lacks(bin.image().digest()))) {
      throw new ExecutorException(
          Reason.IMAGE, "an image of " + spec.name() + " is missing", "Pull it.");
    }
  }

  private static List<Bind> binds(SandboxSpec spec) {
    SandboxBaseline.writeIdentity(spec, spec.user());
    return MountPlan.prepare(spec);
  }

  @Override
  public Sandbox start(SandboxKey key) {
    return call(
        Operation.START,
        () -> {
          FakeSandbox sandbox =
              sandbox(key)
                  .filter(s -> created.remove(key))
                  .orElseThrow(
                      () ->
                          new ExecutorException(
                              Reason.CONFLICT,
                              "no sandbox of " + key.owner() + " was created",
                              "Create it."));
          engine.start(key(key), sandbox);
          return sandbox.describe();
        });
  }

  @Override
  public void stop(SandboxKey key, Duration grace) {
    run(
        Operation.STOP,
        () ->
            sandbox(key)
                .filter(FakeSandbox::isRunning)
                .ifPresent(
                    sandbox -> {
                      sandbox.ask(grace);
                      if (!awaitEnd(sandbox, grace)) {
                        end(key);
                      }
                    }));
  }

  private static boolean awaitEnd(FakeSandbox sandbox, Duration grace) {
    try {
      return sandbox.awaitEnd(grace.toNanos());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void kill(SandboxKey key) {
    run(Operation.KILL, () -> end(key));
  }

  private void end(SandboxKey key) {
    sandbox(key).ifPresent(s -> engine.end(key(key), s, Exit.of(137, false, Instant.now())));
  }

  @Override
  public void remove(SandboxKey key) {
    run(
        Operation.REMOVE,
        () -> {
          end(key);
          created.remove(key);
          engine.drop(key(key));
        });
  }

  @Override
  public Optional<Sandbox> status(SandboxKey key) {
    return call(Operation.STATUS, () -> sandbox(key).map(FakeSandbox::describe));
  }

  @Override
  public List<Sandbox> list() {
    return call(
        Operation.LIST,
        () ->
            engine.all(home).stream()
                .map(FakeSandbox::describe)
                .filter(sandbox -> !runs.contains(sandbox.key()))
                .toList());
  }

  @Override
  public LogFollower logs(SandboxKey key, Instant since, LogSink sink) {
    return call(
        Operation.LOGS,
        () -> {
          FakeSandbox sandbox =
              sandbox(key)
                  .orElseThrow(
                      () ->
                          new ExecutorException(
                              Reason.CONFLICT,
                              "agent " + key.owner() + " has no sandbox",
                              "Create it."));
          return LogFollowerThread.start(sink, lines -> deliver(sandbox, since, lines));
        });
  }

  private static Optional<ExecutorException> deliver(
      FakeSandbox sandbox, Instant since, LogDelivery delivery) throws InterruptedException {
    int known = 0;
    Optional<LogLine> line = sandbox.line(known);
    while (line.isPresent()) {
      line.filter(next -> next.at().isAfter(since)).ifPresent(delivery::line);
      line = sandbox.line(++known);
    }
    return Optional.empty();
  }

  @Override
  public Execution exec(SandboxKey key, ExecSpec spec, ExecSink sink) {
    return call(
        Operation.EXEC,
        () -> {
          FakeSandbox sandbox =
              sandbox(key)
                  .filter(FakeSandbox::isRunning)
                  .orElseThrow(() -> ExecutorException.notRunning(key));
          FakeExecution execution = new FakeExecution(spec, sink);
          sandbox.add(execution);
          execution.start(engine.execProgram(), sandbox);
          return execution;
        });
  }

  @Override
  public Execution runOnce(RunSpec spec, Progress progress, ExecSink sink) {
    return call(
        Operation.RUN,
        () -> {
          checkImages(spec.sandbox());
          SandboxKey key = spec.sandbox().key();
          Map<String, String> variables = new HashMap<>(spec.environment());
          variables.putAll(spec.secrets());
          RunSpec open = new RunSpec(spec.sandbox(), variables, spec.timeout());
          FakeSandbox sandbox = new FakeSandbox(spec.sandbox(), binds(spec.sandbox()));
          engine.put(key(key), sandbox);
          runs.add(key);
          FakeExecution execution = new FakeExecution(open.program(), sink);
          sandbox.add(execution);
          sandbox.started(execution.start(engine.execProgram(), sandbox));
          return SoleExecution.follow(execution, open, () -> discard(key));
        });
  }

  private void discard(SandboxKey key) {
    engine.drop(key(key));
    runs.remove(key);
  }

  @Override
  public SandboxUsage usage(SandboxKey key) {
    return call(
        Operation.USAGE,
        () ->
            sandbox(key)
                .filter(FakeSandbox::isRunning)
                .map(FakeSandbox::usage)
                .orElseThrow(() -> ExecutorException.notRunning(key)));
  }

  @Override
  public Subscription onExit(ExitListener listener) {
    return engine.listen(home, listener)::run;
  }

  @Override
  public void close() {
    created.clear();
  }

  private Optional<FakeSandbox> sandbox(SandboxKey key) {
    return engine.get(key(key));
  }

  private FakeEngine.Owner key(SandboxKey key) {
    return new FakeEngine.Owner(home, key);
  }

  private <T> T call(Operation operation, Supplier<T> call) {
    engine.enter(operation);
    T result = call.get();
    engine.leave(operation);
    return result;
  }

  private void run(Operation operation, Runnable call) {
    engine.enter(operation);
    call.run();
    engine.leave(operation);
  }
}
