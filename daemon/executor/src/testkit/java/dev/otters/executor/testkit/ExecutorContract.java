package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limitations;
import dev.otters.executor.Limits;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.Subscription;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The contract of every executor. */
public abstract class ExecutorContract extends ExecutorBench {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Limits BOUNDED = new Limits(128 << 20, 1, 64, 8 << 20);

  private final ExecutorFixture fixture;

  protected ExecutorContract(ExecutorFixture fixture) {
    this.fixture = fixture;
  }

  /** Returns the executor of a home. The same home twice has the same sandboxes. */
  protected Executor open(UUID home) throws IOException {
    return fixture.open(home, temp);
  }

  protected final ImagePin runtime() throws IOException {
    return fixture.runtime();
  }

  /** Returns the command with this behavior. */
  protected List<String> command(Conduct conduct) {
    return Shell.command(conduct);
  }

  /** Returns whether this executor can limit resources. If not, it must say so. */
  protected boolean boundsResources() {
    return true;
  }

  /** Returns whether this executor can enforce read-only mounts. If not, it must say so. */
  protected boolean holdsReadOnlyMounts() {
    return true;
  }

  @Override
  protected final Executor open() throws IOException {
    return open(home);
  }

  protected SandboxSpec spec(Conduct conduct, OperatorMount... mounts) throws IOException {
    return Specs.change(
        Specs.of(agent, folders, runtime(), command(conduct)),
        draft -> {
          draft.mounts = List.of(mounts);
          draft.limits = boundsResources() ? BOUNDED : Limits.DEFAULT;
          draft.labels = Map.of("purpose", "contract");
        });
  }

  protected Sandbox run(Conduct conduct, OperatorMount... mounts) throws IOException {
    executor.create(spec(conduct, mounts), Progress.NONE);
    return executor.start(agent);
  }

  /** Runs a program to its end, and returns its output. */
  protected List<String> output(Conduct conduct, OperatorMount... mounts) throws IOException {
    run(conduct, mounts);
    return texts();
  }

  /** Starts a program, and waits until it is ready. */
  protected Sandbox runUntilReady(Conduct conduct) throws IOException {
    Sandbox sandbox = run(conduct);
    awaitReady();
    return sandbox;
  }

  protected static void assertRefused(Reason reason, ThrowingCallable call) {
    ExecutorException refused = refusal(call);
    assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(reason);
  }

  @Test
  void describesItself() {
    assertThat(executor.info().kind()).isNotBlank();
    assertThat(executor.info().engineVersion()).isNotBlank();
    assertThat(executor.info().limitations()).allSatisfy(l -> assertThat(l.detail()).isNotBlank());
  }

  @Test
  void createsWithoutStarting() throws IOException {
    executor.create(spec(Conduct.WAIT), Progress.NONE);
    Sandbox sandbox = executor.status(agent).orElseThrow();
    assertThat(sandbox.state()).isEqualTo(Sandbox.State.CREATED);
    assertThat(sandbox.pid()).isEmpty();
    assertThat(sandbox.exit()).isEmpty();
    executor.stop(agent, Duration.ZERO);
    executor.kill(agent);
    assertThat(executor.status(agent)).contains(sandbox);
  }

  @Test
  void startsWhatWasCreated() throws IOException {
    Sandbox sandbox = runUntilReady(Conduct.WAIT);
    assertThat(sandbox.key()).isEqualTo(agent);
    assertThat(sandbox.state()).isEqualTo(Sandbox.State.RUNNING);
    assertThat(sandbox.pid()).isPresent();
    assertThat(executor.status(agent)).contains(sandbox);
  }

  @Test
  void refusesToStartWhatWasNotCreatedOrWasStartedBefore() throws IOException {
    assertRefused(Reason.CONFLICT, () -> executor.start(agent));
    runUntilReady(Conduct.WAIT);
    assertRefused(Reason.CONFLICT, () -> executor.start(agent));
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.RUNNING);
  }

  @Test
  void replacesALeftoverWhateverItsState() throws IOException {
    executor.create(spec(Conduct.WAIT), Progress.NONE);
    String created = executor.status(agent).orElseThrow().id();
    String running = runUntilReady(Conduct.WAIT).id();
    executor.create(spec(Conduct.PRINT_AND_FAIL), Progress.NONE);
    Sandbox last = executor.status(agent).orElseThrow();
    assertThat(last.state()).isEqualTo(Sandbox.State.CREATED);
    assertThat(List.of(created, running, last.id())).doesNotHaveDuplicates();
    assertThat(executor.list()).hasSize(1);
  }

  @Test
  void reportsTheExitCode() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      Sandbox sandbox = run(Conduct.PRINT_AND_FAIL);
      Recorder.Ended ended = recorder.awaitExit(agent);
      assertThat(ended.sandbox()).isEqualTo(sandbox.id());
      assertThat(ended.exit().code()).isEqualTo(3);
      assertThat(ended.exit().signal()).isEmpty();
      assertThat(ended.exit().oom()).isFalse();
      Sandbox status = executor.status(agent).orElseThrow();
      assertThat(status.state()).isEqualTo(Sandbox.State.EXITED);
      assertThat(status.exit().orElseThrow().code()).isEqualTo(3);
    }
  }

  @Test
  void stopsByAskingFirst() throws IOException {
    runUntilReady(Conduct.WAIT);
    executor.stop(agent, LONG);
    assertThat(texts()).containsExactly("ready", "bye");
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().code()).isZero();
  }

  @Test
  void stopsWithForceAfterTheGrace() throws IOException {
    runUntilReady(Conduct.STUBBORN);
    executor.stop(agent, Duration.ofSeconds(1));
    var exit = executor.status(agent).flatMap(Sandbox::exit).orElseThrow();
    assertThat(exit.signal()).isEqualTo(OptionalInt.of(9));
    assertThat(exit.oom()).isFalse();
  }

  @Test
  void killsAtOnceAndReportsTheSignal() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      runUntilReady(Conduct.STUBBORN);
      executor.kill(agent);
      Recorder.Ended ended = recorder.awaitExit(agent);
      assertThat(ended.exit().signal()).isEqualTo(OptionalInt.of(9));
      assertThat(ended.exit().code()).isEqualTo(137);
      assertThat(ended.exit().oom()).isFalse();
    }
  }

  @Test
  void takesStoppingKillingAndRemovingTwiceForDone() throws IOException {
    executor.stop(agent, Duration.ZERO);
    executor.kill(agent);
    executor.remove(agent);
    runUntilReady(Conduct.STUBBORN);
    executor.kill(agent);
    executor.kill(agent);
    executor.stop(agent, LONG);
    executor.remove(agent);
    executor.remove(agent);
    executor.stop(agent, LONG);
    assertThat(executor.status(agent)).isEmpty();
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void removesWhatRunsAndTellsOfItsEndOnce() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      runUntilReady(Conduct.STUBBORN);
      executor.remove(agent);
      assertThat(recorder.awaitExit(agent).exit().oom()).isFalse();
      run(Conduct.PRINT_AND_FAIL);
      awaitExited();
      assertThat(recorder.exits()).extracting(Recorder.Ended::sandbox).doesNotHaveDuplicates();
    }
  }

  @Test
  void tellsNothingToAClosedSubscription() throws IOException {
    Recorder closed = new Recorder();
    executor.onExit(closed).close();
    run(Conduct.PRINT_AND_FAIL);
    awaitExited();
    assertThat(closed.exits()).isEmpty();
  }

  private void awaitExited() {
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      recorder.awaitEnd();
    }
  }

  @Test
  void showsEachHomeOnlyItsOwn() throws IOException {
    Sandbox sandbox = runUntilReady(Conduct.WAIT);
    try (Executor other = open(UUID.randomUUID())) {
      assertThat(other.list()).isEmpty();
      assertThat(other.status(agent)).isEmpty();
      other.kill(agent);
      other.remove(agent);
      assertRefused(Reason.CONFLICT, () -> other.logs(agent, Instant.EPOCH, new Recorder()));
    }
    assertThat(executor.list()).containsExactly(sandbox);
  }

  @Test
  void findsItsSandboxesAgainAfterTheDaemonRestarts() throws IOException {
    Sandbox sandbox = runUntilReady(Conduct.WAIT);
    executor.close();
    executor = open(home);
    assertThat(executor.list()).containsExactly(sandbox);
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      executor.stop(agent, LONG);
      assertThat(recorder.awaitExit(agent).sandbox()).isEqualTo(sandbox.id());
    }
  }

  @Test
  void tellsEachLineWithItsTimeAndStream() throws IOException {
    Recorder recorder = new Recorder();
    run(Conduct.PRINT_AND_FAIL);
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      assertThat(recorder.awaitEnd()).isEqualTo(Optional.empty());
    }
    assertThat(recorder.awaitLine("hello").stream()).isEqualTo(LogLine.Stream.STDOUT);
    assertThat(recorder.awaitLine("trouble").stream()).isEqualTo(LogLine.Stream.STDERR);
    assertThat(recorder.lines()).hasSize(2).allMatch(l -> l.at().isAfter(Instant.EPOCH));
    assertThat(recorder.ends()).isEqualTo(1);
  }

  @Test
  void goesOnAfterALineThatWasToldBefore() throws IOException {
    Recorder all = new Recorder();
    run(Conduct.PRINT_AND_FAIL);
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, all)) {
      all.awaitEnd();
    }
    LogLine first = Collections.min(all.lines(), Comparator.comparing(LogLine::at));
    Recorder rest = new Recorder();
    try (LogFollower _ = executor.logs(agent, first.at(), rest)) {
      rest.awaitEnd();
    }
    assertThat(rest.lines()).doesNotContain(first).hasSizeLessThan(2);
  }

  @Test
  void followsWhatRunsUntilClosed() throws IOException, InterruptedException {
    Recorder recorder = new Recorder();
    run(Conduct.WAIT);
    LogFollower follower = executor.logs(agent, Instant.EPOCH, recorder);
    recorder.awaitLine("ready");
    assertThat(follower.await(Duration.ofMillis(1))).isFalse();
    follower.close();
    assertThat(follower.await(LONG)).isTrue();
    executor.stop(agent, LONG);
    assertThat(recorder.texts()).containsExactly("ready");
    assertThat(recorder.ends()).isEqualTo(1);
  }

  @Test
  void refusesToFollowWhereThereIsNothing() {
    assertRefused(Reason.CONFLICT, () -> executor.logs(agent, Instant.EPOCH, new Recorder()));
  }

  @Test
  void holdsReadOnlyMountsAndLetsWriteToTheOthers() throws IOException {
    Path readOnly = Files.createDirectory(temp.resolve("ro"));
    Path writable = Files.createDirectory(temp.resolve("rw"));
    AgentRootOwner.give(readOnly, folders.user());
    AgentRootOwner.give(writable, folders.user());
    OperatorMount held = new OperatorMount(readOnly, "/workspace/ro", true);
    OperatorMount open = new OperatorMount(writable, "/workspace/rw", false);

    if (holdsReadOnlyMounts()) {
      assertThat(output(Conduct.WRITE, held, open)).containsExactly("/workspace/ro/f refused");
    } else {
      Limited.assertRefused(executor, spec(Conduct.WRITE, held, open), Limitations.READ_ONLY);
      output(Conduct.WRITE, open);
    }
    assertThat(readOnly).isEmptyDirectory();
    assertThat(writable.resolve("f")).exists();
  }

  @Test
  void setsTheLimitsOrRefusesThem() throws IOException {
    if (boundsResources()) {
      assertThat(output(Conduct.SHOW_LIMITS)).containsExactly("memory 134217728", "pids 64");
      return;
    }
    SandboxSpec asked = Specs.withLimits(spec(Conduct.WAIT), BOUNDED);
    Limited.assertRefused(executor, asked, Limitations.MEMORY, Limitations.CPUS, Limitations.PIDS);
  }

  @Test
  void leavesNothingWhereAnImageIsMissing() throws IOException {
    ImagePin absent = new ImagePin("absent", Digest.of(new byte[] {1}));
    SandboxSpec bad = Specs.withRuntime(spec(Conduct.WAIT), absent);
    assertRefused(Reason.IMAGE, () -> executor.create(bad, Progress.NONE));
    assertThat(executor.list()).isEmpty();
    assertRefused(Reason.CONFLICT, () -> executor.start(agent));
  }

  @Test
  void leavesNothingWhereAMountSourceIsMissing() throws IOException {
    SandboxSpec bad =
        spec(Conduct.WAIT, new OperatorMount(temp.resolve("absent"), "/workspace/a", true));
    assertRefused(Reason.MOUNT, () -> executor.create(bad, Progress.NONE));
    assertThat(executor.list()).isEmpty();
  }
}
