package dev.otters.executor.system.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Exit;
import dev.otters.executor.Limits;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.system.machine.Cgroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes the files of a supervisor by hand, and watches what the sandbox makes of them. */
class SupervisedSandboxTest {
  private static final SandboxKey AGENT = SandboxKey.ofAgent(UUID.randomUUID());
  private static final ProcessId FIRST = new ProcessId(Integer.MAX_VALUE, 1);

  @TempDir private Path temp;
  private final List<Exit> exits = new ArrayList<>();
  private final FakeProcesses processes = new FakeProcesses();
  private StateFolder folder;
  private Path group;
  private Cgroups cgroups;
  private SupervisedSandbox sandbox;

  private static final class FakeProcesses implements Processes {
    private int kills;
    private boolean together = true;

    @Override
    public Optional<ProcessId> program(ProcessId first) {
      return Optional.empty();
    }

    @Override
    public boolean kill(ProcessId first) {
      kills++;
      return true;
    }

    @Override
    public boolean endTogether() {
      return together;
    }
  }

  @BeforeEach
  void startASandbox() throws IOException {
    Path top = Files.createDirectory(temp.toRealPath().resolve("cgroup"));
    Files.writeString(top.resolve("cgroup.controllers"), "memory\n");
    cgroups = Cgroups.find("30 23 0:26 / " + top + " rw - cgroup2 none rw\n", "home");
    group = cgroups.create(AGENT.id().toString(), Limits.DEFAULT).getFirst();
    kills(0);
    folder = StateFolder.create(temp.toRealPath().resolve("sandbox"), "id", new byte[0]);
    supervisor(0);
    folder.writeStarted(FIRST);
    open();
  }

  private void open() throws IOException {
    sandbox = new SupervisedSandbox(AGENT, folder, cgroups, processes);
  }

  @AfterEach
  void closeSandbox() {
    sandbox.close();
  }

  private void kills(int count) throws IOException {
    Files.writeString(group.resolve("memory.events"), "oom 9\noom_kill " + count + "\n");
  }

  /** Makes this process the supervisor, or a process of its number that started at another time. */
  private void supervisor(int earlier) throws IOException {
    String[] stat = Files.readString(Path.of("/proc/self/stat")).strip().split(" ", -1);
    stat[21] = Long.toString(Long.parseLong(stat[21]) - earlier);
    Files.writeString(folder.path().resolve("launched"), String.join(" ", stat) + " " + boot());
  }

  private static String boot() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
  }

  private void end(String line, Instant at) throws IOException {
    Path file = Files.writeString(folder.raw().resolve("exit"), line + "\n");
    Files.setLastModifiedTime(file, FileTime.from(at));
  }

  private void advance() {
    while (sandbox.advance(exits::add)) {
      assertThat(exits).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "137, false, 1, true",
    "137, false, 0, false",
    "137, true, 1, false",
    "143, false, 1, false",
    "0, false, 1, false"
  })
  void memoryIsBlamedForAKillThatNobodyAskedFor(
      int code, boolean requested, int count, boolean blamed) throws IOException {
    if (requested) {
      folder.recordRequest();
    }
    end(code + " " + count, Instant.now());
    advance();
    assertThat(exits).extracting(Exit::code, Exit::oom).containsExactly(tuple(code, blamed));
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "30, false"})
  void memoryIsBlamedOnlyForAnEndSoonAfterItRanOut(int seconds, boolean blamed) throws IOException {
    kills(1);
    advance();
    end("137 1", Instant.now().plusSeconds(seconds));
    advance();
    assertThat(exits).extracting(Exit::oom).containsExactly(blamed);
  }

  @Test
  void anEndIsReportedOnceWithTheLastOutputAndWithoutTheCgroup() throws IOException {
    assertThat(sandbox.sandbox().state()).isEqualTo(Sandbox.State.RUNNING);
    Files.delete(group.resolve("memory.events"));
    for (String file : new String[] {"memory.max", "cgroup.subtree_control"}) {
      Files.deleteIfExists(group.resolve(file));
    }
    Files.writeString(folder.raw().resolve("err.0"), "no end");
    end("7 0", Instant.now());

    advance();
    advance();

    assertThat(exits).extracting(Exit::code).containsExactly(7);
    assertThat(sandbox.awaitEnd(Duration.ZERO)).isTrue();
    assertThat(sandbox.sandbox().exit()).contains(exits.getFirst());
    assertThat(sandbox.firstError()).isEqualTo("no end");
    assertThat(group).doesNotExist();
    assertThat(processes.kills).isZero();
  }

  @Test
  void whatLostItsSupervisorIsKilledAndEndsForGood() throws IOException {
    supervisor(1);
    advance();
    assertThat(processes.kills).isEqualTo(1);
    assertThat(exits).extracting(Exit::code).containsExactly(Exit.UNKNOWN);
    assertThat(folder.ended().orElseThrow().code()).isEqualTo(Exit.UNKNOWN);
  }

  @Test
  void aSandboxWithASupervisorGoesOn() throws IOException {
    advance();
    assertThat(exits).isEmpty();
    assertThat(sandbox.isRunning()).isTrue();
    assertThat(sandbox.awaitEnd(Duration.ofMillis(1))).isFalse();
    assertThat(processes.kills).isZero();
  }

  @Test
  void processesThatOutliveTheirFirstOneAreKilled() {
    processes.together = false;
    advance();
    assertThat(processes.kills).isEqualTo(1);
  }

  @Test
  void noProcessOfAnotherBootIsKilled() throws IOException {
    Files.writeString(folder.path().resolve("started"), "1 1 another-boot\n");
    open();
    sandbox.kill();
    assertThat(processes.kills).isZero();
    Files.writeString(folder.path().resolve("launched"), "1 (init) S another-boot\n");
    assertThat(folder.supervisor()).isEmpty();
    advance();
    assertThat(exits).extracting(Exit::code).containsExactly(Exit.UNKNOWN);
  }

  @Test
  void aStartThatADaemonDidNotFinishIsKnown() throws IOException {
    assertThat(sandbox.isUnfinished()).isFalse();
    Files.delete(folder.path().resolve("started"));
    assertThat(sandbox.isUnfinished()).isTrue();
    Files.delete(folder.path().resolve("launched"));
    assertThat(sandbox.isUnfinished()).isFalse();
  }

  @Test
  void theStateOfASandboxIsClosedToOthers() throws IOException {
    for (Path path : List.of(folder.path(), folder.raw())) {
      assertThat(Files.getPosixFilePermissions(path))
          .hasSize(3)
          .allMatch(p -> p.name().startsWith("OWNER"));
    }
  }
}
