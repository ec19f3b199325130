package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.usage.SandboxUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The contract for programs that run in a sandbox beside its own. */
public abstract class ExecContract extends ProgramContract {
  protected static final String SANDBOX =
      "trap 'exit 0' TERM; echo ready; while :; do /bin/busybox sleep 1 & wait; done";
  protected static final String SHOW = "echo $A; echo $HOME; /bin/busybox pwd";
  protected static final String IMITATION =
      "echo OCI runtime exec failed: permission denied; exit 126";
  protected static final String LATE = "/bin/busybox sleep 1; echo late; exit 5";
  protected static final String SCREEN =
      "echo begin; read -r a; /bin/busybox stty size; read -r b; /bin/busybox stty size; exit 4";

  /** The programs that end at once, some of them before the engine has written down their start. */
  private static final int IMITATIONS = 20;

  protected ExecContract(ExecutorFixture fixture) {
    super(fixture);
  }

  /** Returns the limit that the use of a sandbox shows. */
  protected OptionalLong memoryLimit() {
    return OptionalLong.of(limits.memoryBytes());
  }

  @Override
  Execution begin(String script, ExecSink sink) throws IOException {
    runUntilReady(SANDBOX);
    return executor.exec(agent, program(script), sink);
  }

  private static ExecSpec program(String script) {
    return new ExecSpec(Shell.script(script), Map.of(), "/", Optional.empty());
  }

  private static ExecSpec onScreen(String script, int rows, int columns) {
    TerminalSize size = new TerminalSize(rows, columns);
    return new ExecSpec(Shell.script(script), Map.of(), "/", Optional.of(size));
  }

  @Test
  void addsVariablesAndChangesTheFolder() throws Exception {
    runUntilReady(SANDBOX);
    ExecSpec spec =
        new ExecSpec(Shell.script(SHOW), Map.of("A", "x=y z"), "/workspace", Optional.empty());
    try (Execution program = executor.exec(agent, spec, said)) {
      assertThat(program.await()).isZero();
    }
    assertThat(said.out()).isEqualTo("x=y z\n/home\n/workspace\n");
  }

  @Test
  void saysThatAProgramDoesNotExist() throws Exception {
    runUntilReady(SANDBOX);
    ExecSpec spec = new ExecSpec(List.of("absent"), Map.of(), "/", Optional.empty());
    try (Execution program = executor.exec(agent, spec, said)) {
      assertThat(program.await()).isEqualTo(Execution.NOT_FOUND);
    }
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).isEqualTo("cannot run absent: not found in the sandbox\n");
  }

  @Test
  void aProgramMayPrintWhatTheEngineSaysWhenItRefuses() throws Exception {
    runUntilReady(SANDBOX);
    for (int i = 0; i < IMITATIONS; i++) {
      ExecOutput printed = new ExecOutput();
      try (Execution program = executor.exec(agent, program(IMITATION), printed)) {
        assertThat(program.await()).isEqualTo(126);
      }
      assertThat(printed.out()).isEqualTo("OCI runtime exec failed: permission denied\n");
      assertThat(printed.err()).isEmpty();
    }
  }

  @Test
  void theNameOfAProgramIsNoReason() throws Exception {
    runUntilReady(SANDBOX);
    String name = "permission denied";
    ExecSpec spec = new ExecSpec(List.of(name), Map.of(), "/", Optional.empty());
    try (Execution program = executor.exec(agent, spec, said)) {
      assertThat(program.await()).isEqualTo(Execution.NOT_FOUND);
    }
    assertThat(said.err()).isEqualTo("cannot run " + name + ": not found in the sandbox\n");
  }

  @Test
  void killsTheProgramWhenItIsClosed() throws Exception {
    Execution program = begin(WAIT, said);
    said.awaitOut("ready");
    program.close();
    program.close();
    assertThat(program.await()).isEqualTo(128 + 9);
    assertThat(executor.status(agent).orElseThrow().pid()).isPresent();
  }

  @Test
  void aTerminalHasASizeThatFollowsTheScreen() throws Exception {
    runUntilReady(SANDBOX);
    try (Execution program = executor.exec(agent, onScreen(SCREEN, 33, 101), said)) {
      said.awaitOut("begin");
      program.input().write("go\n".getBytes(StandardCharsets.UTF_8));
      program.input().flush();
      said.awaitOut("33 101");
      program.resize(new TerminalSize(44, 132));
      program.input().write("go\n".getBytes(StandardCharsets.UTF_8));
      program.input().flush();
      said.awaitOut("44 132");
      assertThat(program.await()).isEqualTo(4);
    }
    assertThat(said.err()).isEmpty();
  }

  @Test
  void theEndOfTheInputLeavesATerminalOpen() throws Exception {
    runUntilReady(SANDBOX);
    try (Execution program = executor.exec(agent, onScreen(LATE, 24, 80), said)) {
      program.input().close();
      assertThat(program.await()).isEqualTo(5);
    }
    assertThat(said.out()).contains("late");
  }

  @Test
  void refusesToRunAProgramInASandboxThatDoesNotRun() throws Exception {
    ExecutorContract.assertRefused(
        Reason.CONFLICT, () -> executor.exec(agent, program(BOTH), new ExecOutput()));
    runUntilReady(SANDBOX);
    executor.stop(agent, SOON);
    ExecutorContract.assertRefused(
        Reason.CONFLICT, () -> executor.exec(agent, program(BOTH), new ExecOutput()));
  }

  @Test
  void tellsWhatARunningSandboxUses() throws Exception {
    runUntilReady(SANDBOX);
    SandboxUsage used = executor.usage(agent);
    assertThat(used.memoryBytes()).isPositive();
    assertThat(used.memoryLimitBytes()).isEqualTo(memoryLimit());
    assertThat(used.cpu()).isBetween(Duration.ZERO, SOON);
    assertThat(used.processes())
        .anySatisfy(
            process -> {
              assertThat(process.command()).contains("trap 'exit 0' TERM");
              assertThat(process.uid()).isEqualTo(folders.user().uid());
              assertThat(process.threads()).isPositive();
            });
    executor.stop(agent, SOON);
    ExecutorContract.assertRefused(Reason.CONFLICT, () -> executor.usage(agent));
  }

  @Test
  void theEndOfTheSandboxEndsThePrograms() throws Exception {
    try (Execution program = begin(WAIT, said)) {
      said.awaitOut("ready");
      executor.kill(agent);
      assertThat(program.await()).isEqualTo(128 + 9);
    }
  }
}
