package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.Pause;
import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import dev.otters.executor.posix.Signals;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.testkit.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Ends daemons, supervisors and sandboxes in every order. */
class BubblewrapLifeTest extends BubblewrapTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Abandons the executor like a killed daemon, and opens the next daemon's. */
  private void restartDaemon() throws IOException {
    executor.close();
    executor = open();
  }

  @Test
  void whatEndedWhileNoDaemonRanIsKnownWithItsOutput() throws IOException {
    runUntilReady(
        "echo ready; until [ -e /workspace/go ]; do /bin/busybox sleep 0.05; done; exit 7");
    Instant lastSeen = Instant.now();
    executor.close();
    Files.createFile(folders.workspace().resolve("go"));
    Path exit = state().resolve("raw/exit");
    assertThat(Pause.until(LONG, () -> Files.exists(exit))).isTrue();
    executor = open();

    Sandbox sandbox = executor.status(agent).orElseThrow();
    assertThat(sandbox.state()).isEqualTo(Sandbox.State.EXITED);
    assertThat(sandbox.exit().orElseThrow().code()).isEqualTo(7);
    assertThat(sandbox.exit().orElseThrow().finishedAt()).isAfter(lastSeen);
    assertThat(texts()).containsExactly("ready");
  }

  @Test
  void linesKeepTheirTimesAcrossDaemons() throws IOException {
    runUntilReady(
        "echo one; echo ready; until [ -e /workspace/go ]; do /bin/busybox sleep 0.05; done;"
            + " printf 'a\\nb'");
    List<LogLine> before = linesUntil("ready");
    restartDaemon();
    Files.createFile(folders.workspace().resolve("go"));
    Recorder all = new Recorder();
    Recorder rest = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, all);
        LogFollower _ = executor.logs(agent, before.getLast().at(), rest)) {
      all.awaitEnd();
      rest.awaitEnd();
    }
    assertThat(all.lines()).startsWith(before.toArray(LogLine[]::new)).hasSize(4);
    assertThat(rest.texts()).containsExactly("a", "b");
    assertThat(all.lines()).extracting(LogLine::at).isSorted().doesNotHaveDuplicates();
  }

  private List<LogLine> linesUntil(String text) {
    Recorder recorder = new Recorder();
    try (LogFollower _ = executor.logs(agent, Instant.EPOCH, recorder)) {
      recorder.awaitLine(text);
    }
    return recorder.lines();
  }

  @Test
  void aSandboxThatWasNotReleasedNeverBegins() throws IOException {
    runUntilReady("echo ready; /bin/busybox sleep 600");
    ProcessId first = ProcessId.of(executor.status(agent).orElseThrow().pid().orElseThrow()).get();
    executor.close();
    // Simulates a daemon that died before it compared the mounts.
    Files.delete(state().resolve("started"));
    executor = open();
    assertThat(executor.list()).isEmpty();
    assertThat(state()).doesNotExist();
    assertThat(Pause.until(LONG, () -> !first.isAlive())).isTrue();
  }

  @Test
  void itsTreeEndsWithItsSupervisor() throws IOException {
    Recorder recorder = new Recorder();
    Sandbox sandbox = runUntilReady("/bin/busybox sleep 600 & echo ready; wait");
    ProcessId first = ProcessId.of(sandbox.pid().orElseThrow()).orElseThrow();
    ProcessId supervisor = new StateFolder(state()).supervisor().orElseThrow();
    try (Subscription _ = executor.onExit(recorder)) {
      Signals.killGroup(supervisor.pid());
      assertThat(recorder.awaitExit(agent).exit().code()).isEqualTo(-1);
    }
    assertThat(Pause.until(LONG, () -> !first.isAlive())).isTrue();
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    restartDaemon();
    assertThat(executor.status(agent).orElseThrow().exit().orElseThrow().code()).isEqualTo(-1);
  }

  @Test
  void itsTreeEndsWithBubblewrap() throws IOException {
    Recorder recorder = new Recorder();
    Sandbox sandbox =
        runUntilReady("/bin/busybox setsid /bin/busybox sleep 600 & echo ready; wait");
    ProcessId first = ProcessId.of(sandbox.pid().orElseThrow()).orElseThrow();
    String status = Files.readString(Path.of("/proc", "" + first.pid(), "stat"));
    int bubblewrap =
        Integer.parseInt(status.substring(status.lastIndexOf(')') + 4).split(" ", 2)[0]);
    try (Subscription _ = executor.onExit(recorder)) {
      assertThat(ProcessId.of(bubblewrap).orElseThrow().signal(Signals.KILL)).isTrue();
      assertThat(recorder.awaitExit(agent).exit().signal()).isEqualTo(OptionalInt.of(9));
    }
    assertThat(Pause.until(LONG, () -> !first.isAlive())).isTrue();
  }

  @Test
  void whatLeavesItsParentsEndsWithTheProgram() throws IOException {
    Sandbox sandbox =
        runUntilReady(
            "for i in 1 2 3; do /bin/busybox setsid /bin/busybox sleep 600 & done; echo ready;"
                + " until [ -e /workspace/go ]; do /bin/busybox sleep 0.05; done; echo over");
    ProcessId first = ProcessId.of(sandbox.pid().orElseThrow()).orElseThrow();
    Files.createFile(folders.workspace().resolve("go"));
    assertThat(texts()).containsExactly("ready", "over");
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().code()).isZero();
    assertThat(Pause.until(LONG, () -> !first.isAlive())).isTrue();
  }

  @Test
  void anotherProcessOfTheSameNumberIsLeftAlone() throws IOException {
    ProcessId self = ProcessId.of((int) ProcessHandle.current().pid()).orElseThrow();
    ProcessId earlier = new ProcessId(self.pid(), self.start() - 1);
    assertThat(self.isAlive()).isTrue();
    assertThat(earlier.isAlive()).isFalse();
    assertThat(earlier.signal(Signals.KILL)).isFalse();
  }

  @Test
  void askingReachesTheProgramAndNotItsChildren() throws IOException {
    runUntilReady(
        "trap 'echo asked; exit 5' TERM; (trap 'echo child' TERM; while :; do /bin/busybox sleep 1;"
            + " done) & echo ready; wait");
    executor.stop(agent, LONG);
    assertThat(texts()).containsExactly("ready", "asked");
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().code()).isEqualTo(5);
  }

  @Test
  void nothingOfAHomeStaysWhenItsSandboxesAreRemoved() throws IOException {
    runUntilReady("echo ready; /bin/busybox sleep 600");
    List<Path> groups =
        Files.readAllLines(state().resolve("cgroups")).stream().map(Path::of).toList();
    assertThat(groups).allSatisfy(group -> assertThat(group).exists());
    executor.remove(agent);
    assertThat(state()).doesNotExist();
    assertThat(groups)
        .allSatisfy(group -> assertThat(group).doesNotExist())
        .allSatisfy(group -> assertThat(group.getParent()).doesNotExist());
  }

  @Test
  void twoHomesRunTheSameAgentSideBySide() throws IOException {
    runUntilReady("echo ready; /bin/busybox sleep 600");
    try (Executor other = SystemFixture.open(java.util.UUID.randomUUID(), temp)) {
      assertThat(other.list()).isEmpty();
      other.remove(agent);
    }
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.RUNNING);
  }
}
