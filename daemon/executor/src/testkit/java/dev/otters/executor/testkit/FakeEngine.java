package dev.otters.executor.testkit;

import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.Limitation;
import dev.otters.executor.SandboxKey;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** The sandboxes of fake executors, with methods to interfere with them. */
public final class FakeEngine {
  /** The program of a sandbox. Returns the exit code; interrupted when it is killed. */
  @FunctionalInterface
  public interface Program {
    int run(FakeSandbox sandbox) throws InterruptedException;
  }

  /** A program that runs in a sandbox beside its own. Returns the exit code. */
  @FunctionalInterface
  public interface ExecProgram {
    int run(FakeExecution execution) throws IOException, InterruptedException;
  }

  /** An operation that can be made to fail. */
  public enum Operation {
    INFO,
    CREATE,
    START,
    STOP,
    KILL,
    REMOVE,
    STATUS,
    LIST,
    LOGS,
    EXEC,
    RUN,
    USAGE
  }

  record Owner(UUID home, SandboxKey key) {}

  private record Listening(UUID home, ExitListener listener) {}

  private final Map<Owner, FakeSandbox> sandboxes = new LinkedHashMap<>();
  private final Map<Operation, ExecutorException> before = new EnumMap<>(Operation.class);
  private final Map<Operation, ExecutorException> after = new EnumMap<>(Operation.class);
  private final List<Limitation> limitations = new ArrayList<>();
  private final Set<Digest> missing = new HashSet<>();
  private final List<Listening> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> untold = new ArrayList<>();
  private final ExecutorService telling =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  private Program program = FakeEngine::waitToBeAsked;
  private ExecProgram execProgram = _ -> Execution.NOT_FOUND;
  private boolean lost;
  private int untilLoss;
  private boolean losesResponse;

  private static int waitToBeAsked(FakeSandbox sandbox) throws InterruptedException {
    sandbox.awaitStop();
    return 0;
  }

  // ---- For tests ----

  /**
   * Sets the program of sandboxes that start from now on. By default they wait until they are asked
   * to end.
   */
  public synchronized void program(Program wanted) {
    program = wanted;
  }

  /** Sets the program of executions that start from now on. By default there is none. */
  public synchronized void execProgram(ExecProgram wanted) {
    execProgram = wanted;
  }

  /** Makes the next such operation fail before it has any effect. */
  public synchronized void failBefore(Operation operation, ExecutorException failure) {
    before.put(operation, failure);
  }

  /** Makes the next such operation fail after its effect, like a lost response. */
  public synchronized void failAfter(Operation operation, ExecutorException failure) {
    after.put(operation, failure);
  }

  /** Adds limitations of the engine's executors. */
  public synchronized void limit(Limitation... named) {
    limitations.addAll(List.of(named));
  }

  /** Makes an image unknown. */
  public synchronized void lack(Digest image) {
    missing.add(image);
  }

  /**
   * Makes the engine unreachable: every operation fails, sandboxes run on, and no event is
   * reported.
   */
  public synchronized void lose() {
    lost = true;
    tellAll(ExitListener::engineLost);
  }

  /**
   * Makes the engine unreachable at one of the next operations.
   *
   * @param operation the number of the operation, from 1 on
   * @param response whether only its response is lost, and it has its effect
   */
  public synchronized void loseAt(int operation, boolean response) {
    untilLoss = operation;
    losesResponse = response;
  }

  /** Returns whether the engine is unreachable. */
  public synchronized boolean isLost() {
    return lost;
  }

  /** Makes the engine reachable again, and reports the ends that were missed. */
  public synchronized void restore() {
    untilLoss = 0;
    lost = false;
    tellAll(ExitListener::engineBack);
    untold.forEach(telling::execute);
    untold.clear();
  }

  /** Ends an agent's running sandbox as if by itself, for example for lack of memory. */
  public void end(UUID agent, Exit exit) {
    for (Map.Entry<Owner, FakeSandbox> entry : of(agent).entrySet()) {
      end(entry.getKey(), entry.getValue(), exit);
    }
  }

  /** Removes an agent's sandbox like another client. */
  public synchronized void vanish(UUID agent) {
    end(agent, new Exit(Exit.UNKNOWN, java.util.OptionalInt.empty(), false, Instant.now()));
    sandboxes.keySet().removeIf(key -> key.key().equals(SandboxKey.ofAgent(agent)));
  }

  /** Returns an agent's sandbox of any home. */
  public Optional<FakeSandbox> sandbox(UUID agent) {
    return of(agent).values().stream().findFirst();
  }

  private synchronized Map<Owner, FakeSandbox> of(UUID agent) {
    Map<Owner, FakeSandbox> found = new LinkedHashMap<>(sandboxes);
    found.keySet().removeIf(key -> !key.key().equals(SandboxKey.ofAgent(agent)));
    return found;
  }

  // ---- For executors ----

  synchronized void enter(Operation operation) {
    if (untilLoss > 0 && --untilLoss == 0) {
      lose();
      if (losesResponse) {
        return;
      }
    }
    answer();
    raise(before, operation);
  }

  synchronized void leave(Operation operation) {
    answer();
    raise(after, operation);
  }

  private void answer() {
    if (lost) {
      throw new ExecutorException(
          Reason.ENGINE_LOST, "the fake engine does not answer", "Call restore().");
    }
  }

  private static void raise(Map<Operation, ExecutorException> failures, Operation operation) {
    ExecutorException failure = failures.remove(operation);
    if (failure != null) {
      throw failure;
    }
  }

  synchronized List<Limitation> limitations() {
    return List.copyOf(limitations);
  }

  synchronized boolean lacks(Digest image) {
    return missing.contains(image);
  }

  synchronized Optional<FakeSandbox> get(Owner key) {
    return Optional.ofNullable(sandboxes.get(key));
  }

  /** Returns the sandboxes of a home, also those of tools. */
  public synchronized List<FakeSandbox> all(UUID home) {
    return sandboxes.entrySet().stream()
        .filter(entry -> entry.getKey().home().equals(home))
        .map(Map.Entry::getValue)
        .toList();
  }

  synchronized void put(Owner key, FakeSandbox sandbox) {
    sandboxes.put(key, sandbox);
  }

  synchronized void drop(Owner key) {
    sandboxes.remove(key);
  }

  void start(Owner key, FakeSandbox sandbox) {
    Program wanted = program();
    Thread thread =
        Thread.ofVirtual().name(sandbox.id()).unstarted(() -> runProgram(key, sandbox, wanted));
    sandbox.started(thread);
    thread.start();
  }

  synchronized ExecProgram execProgram() {
    return execProgram;
  }

  private synchronized Program program() {
    return program;
  }

  private void runProgram(Owner key, FakeSandbox sandbox, Program wanted) {
    int code;
    try {
      code = wanted.run(sandbox);
    } catch (InterruptedException _) {
      code = 137;
    } catch (RuntimeException e) {
      sandbox.printError(e.toString());
      code = 1;
    }
    end(key, sandbox, Exit.of(code, false, Instant.now()));
  }

  void end(Owner key, FakeSandbox sandbox, Exit exit) {
    if (sandbox.end(exit)) {
      tell(key, sandbox, exit);
    }
  }

  synchronized Runnable listen(UUID home, ExitListener listener) {
    Listening listening = new Listening(home, listener);
    listeners.add(listening);
    return () -> listeners.remove(listening);
  }

  private synchronized void tell(Owner key, FakeSandbox sandbox, Exit exit) {
    for (Listening listening : listeners) {
      if (listening.home().equals(key.home())) {
        ExitListener listener = listening.listener();
        if (lost) {
          untold.add(() -> listener.missed(key.key(), sandbox.id(), exit));
        } else {
          telling.execute(() -> listener.exited(key.key(), sandbox.id(), exit));
        }
      }
    }
  }

  private void tellAll(Consumer<ExitListener> what) {
    for (Listening listening : listeners) {
      telling.execute(() -> what.accept(listening.listener()));
    }
  }
}
