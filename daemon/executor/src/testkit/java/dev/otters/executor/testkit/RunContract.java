package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecSink;
import dev.otters.executor.Execution;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Pause;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The contract for programs that run in a sandbox of their own. */
public abstract class RunContract extends ProgramContract {
  protected static final String SHOW = "echo $A; echo $HOME; echo $OTTERSD_URL; /bin/busybox pwd";
  protected static final String SECRETS =
      "echo \"$A\"; echo $B; echo ${#C}; echo $HOME; /bin/busybox cat";
  protected static final String DEAF =
      "exec 1>&- 2>&-; trap '' TERM; while :; do /bin/busybox sleep 1; done";
  protected static final String LEFTOVER = "/bin/busybox sleep 60 & echo begun; exit 4";
  protected static final String LEAVE = "echo hello >/workspace/note; echo left";
  protected static final String CHECK =
      "/bin/busybox cat note; for f in note made a/notes/made; do"
          + " (echo x >$f) 2>/dev/null || echo no; done; echo own >/tmp/f; /bin/busybox cat /tmp/f";
  protected static final String TOOL = "echo a b c | /opt/bin-images/wc/wc -w";

  private static final Duration HOUR = Duration.ofHours(1);

  private final SandboxKey key = SandboxKey.ofToolRun(UUID.randomUUID());

  protected RunContract(ExecutorFixture fixture) {
    super(fixture);
  }

  /** Builds the image of a tool. */
  protected abstract ImagePin tool(String name) throws IOException;

  /** Returns what the machine keeps of this home's runs; empty when there is nothing. */
  protected abstract List<String> remains() throws IOException;

  private RunSpec spec(String script, Map<String, String> environment, Duration timeout)
      throws IOException {
    return Specs.run(spec(script), key, environment, timeout);
  }

  @Override
  Execution begin(String script, ExecSink sink) throws IOException {
    return executor.runOnce(spec(script, Map.of(), HOUR), Progress.NONE, sink);
  }

  @Override
  void assertNothingIsLeft() throws IOException {
    assertThat(remains()).isEmpty();
  }

  @Test
  void hasItsVariablesAndFolderAndNoSocket() throws Exception {
    RunSpec spec = spec(SHOW, Map.of("A", "x=y z"), HOUR);
    try (Execution program = executor.runOnce(spec, Progress.NONE, said)) {
      assertThat(program.await()).isZero();
    }
    assertThat(said.out()).isEqualTo("x=y z\n/home\n\n/workspace\n");
  }

  @Test
  void hasItsSecretsAndTheWholeInput() throws Exception {
    RunSpec plain = spec(SECRETS, Map.of("A", "open", "B", "shown"), HOUR);
    Map<String, String> secrets = Map.of("A", "x=y z\n\"'ä", "C", "c".repeat(1 << 16));
    RunSpec run = new RunSpec(plain.sandbox(), plain.environment(), secrets, plain.timeout());
    try (Execution program = executor.runOnce(run, Progress.NONE, said)) {
      try (OutputStream input = program.input()) {
        input.write("first\nsecond\n".getBytes(StandardCharsets.UTF_8));
      }
      assertThat(program.await()).as(said::err).isZero();
    }
    assertThat(said.out()).isEqualTo("x=y z\n\"'ä\nshown\n65536\n/home\nfirst\nsecond\n");
    assertNothingIsLeft();
  }

  @Test
  void hasItsMountsAndLeavesItsFiles() throws Exception {
    mounts = List.of(mount("notes", "/workspace/notes", false));
    try (Execution program = begin(LEAVE, said)) {
      assertThat(program.await()).isZero();
    }
    assertThat(said.out()).isEqualTo("left\n");
    assertThat(folders.workspace().resolve("note")).exists();
    assertThat(folders.workspace().resolve("notes")).exists();
  }

  @Test
  void aCheckSeesTheFilesOfItsAgentAndChangesNone() throws Exception {
    Files.writeString(folders.workspace().resolve("note"), "hello\n");
    mounts = List.of(mount("own", "/tmp", false), mount("notes", "/workspace/a/notes", true));
    SandboxKey check = new SandboxKey(key.id(), key.owner(), SandboxKey.Purpose.CHECK);
    RunSpec spec = Specs.run(spec(CHECK), check, Map.of(), HOUR);
    try (Execution program = executor.runOnce(spec, Progress.NONE, said)) {
      assertThat(program.await()).as(said::err).isZero();
    }
    assertThat(said.out()).isEqualTo("hello\nno\nno\nno\nown\n");
    assertThat(folders.workspace().resolve("made")).doesNotExist();
    assertNothingIsLeft();
  }

  @Test
  void hasItsTools() throws Exception {
    bins = List.of(new BinMount("wc", tool("wc"), "/"));
    try (Execution program = begin(TOOL, said)) {
      assertThat(program.await()).isZero();
    }
    assertThat(said.out().strip()).isEqualTo("3");
  }

  @Test
  void saysThatAProgramDoesNotExist() throws Exception {
    RunSpec spec =
        Specs.run(Specs.withCommand(spec("exit"), List.of("/bin/absent")), key, Map.of(), HOUR);
    try (Execution program = executor.runOnce(spec, Progress.NONE, said)) {
      assertThat(program.await()).as(said::err).isEqualTo(Execution.NOT_FOUND);
    }
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).isEqualTo("cannot run /bin/absent: not found in the sandbox\n");
    assertNothingIsLeft();
  }

  @Test
  void endsAProgramAfterItsTime() throws Exception {
    RunSpec spec = spec(WAIT, Map.of(), Duration.ofSeconds(2));
    try (Execution program = executor.runOnce(spec, Progress.NONE, said)) {
      assertThat(program.await()).isEqualTo(Execution.TIMED_OUT);
      assertNothingIsLeft();
    }
    assertThat(said.out()).isEqualTo("ready\n");
  }

  @Test
  void endsAProgramAfterItsTimeThatHasClosedItsOutput() throws Exception {
    RunSpec spec = spec(DEAF, Map.of(), Duration.ofSeconds(2));
    try (Execution program = executor.runOnce(spec, Progress.NONE, said)) {
      assertThat(program.await()).isEqualTo(Execution.TIMED_OUT);
    }
    assertNothingIsLeft();
  }

  @Test
  void removesTheSandboxWhenItIsClosed() throws Exception {
    Execution program = begin(WAIT, said);
    said.awaitOut("ready");
    assertThat(remains()).isNotEmpty();
    assertThat(executor.list()).as("what may be a leftover").isEmpty();
    program.close();
    assertNothingIsLeft();
    program.close();
    assertThat(program.await()).isEqualTo(128 + 9);
  }

  @Test
  void removesTheSandboxOfAProgramWhoseReaderHangs() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    Execution program = begin(FLOOD, hanging(new AtomicLong(), go));
    program.close();
    assertNothingIsLeft();
    go.countDown();
    assertThat(program.await()).isEqualTo(128 + 9);
  }

  @Test
  void endsWithItsProgram() throws Exception {
    try (Execution program = begin(LEFTOVER, said)) {
      assertThat(program.await()).isEqualTo(4);
      assertNothingIsLeft();
    }
    assertThat(said.out()).isEqualTo("begun\n");
  }

  @Test
  void runsBesideOthers() throws Exception {
    List<Execution> programs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      SandboxKey own = SandboxKey.ofToolRun(UUID.randomUUID());
      RunSpec spec = Specs.run(spec(BOTH), own, Map.of(), HOUR);
      programs.add(executor.runOnce(spec, Progress.NONE, new ExecOutput()));
    }
    for (Execution program : programs) {
      try (program) {
        assertThat(program.await()).isEqualTo(3);
      }
    }
    assertNothingIsLeft();
  }

  @Test
  void leavesNothingWhereAnImageOrAMountIsMissing() throws Exception {
    ImagePin absent = new ImagePin("absent", Digest.of(new byte[] {1}));
    RunSpec bad = Specs.run(Specs.withRuntime(spec("exit"), absent), key, Map.of(), HOUR);
    ExecutorContract.assertRefused(Reason.IMAGE, () -> executor.runOnce(bad, Progress.NONE, said));
    mounts = List.of(mount("notes", "/workspace/notes", true));
    RunSpec lacking = spec("exit", Map.of(), HOUR);
    Files.delete(temp.resolve("notes"));
    ExecutorContract.assertRefused(
        Reason.MOUNT, () -> executor.runOnce(lacking, Progress.NONE, said));
    assertNothingIsLeft();
  }

  /** The first daemon hangs, so that it removes nothing itself. */
  @Test
  void theNextDaemonOfTheHomeRemovesWhatIsLeft() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong received = new AtomicLong();
    Execution program = begin(WAIT, hanging(received, go));
    assertThat(Pause.until(SOON, () -> received.get() > 0)).isTrue();
    try (Executor next = open()) {
      next.list().forEach(sandbox -> next.remove(sandbox.key()));
      assertThat(remains()).isEmpty();
    }
    go.countDown();
    assertThat(program.await()).isEqualTo(128 + 9);
    program.close();
  }
}
