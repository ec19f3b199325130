package dev.otters.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.EventBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a tool leaves behind ends with it. */
@Timeout(60)
class FamiliesTest {
  private static final String FOREVER = "sleep 100000";

  /** Leaves a process in a session of its own and waits until that has written its pid. */
  private static final String DAEMON =
      " : > pid.new; setsid sh -c 'echo $$ > pid.new; exec "
          + FOREVER
          + "' > /dev/null 2>&1 & "
          + "until [ -s pid.new ]; do :; done; cat pid.new > pid; ";

  /** Leaves a process whose environment tells nothing. */
  private static final String UNMARKED =
      "env -i PATH=\"$PATH\" sh -c \""
          + "setsid sh -c 'echo \\$\\$ > pid; exec sleep 100000' > /dev/null 2>&1 &\"; "
          + "until [ -s pid ]; do :; done";

  @TempDir Path root;
  private Bench bench;

  @BeforeEach
  void prepare() throws Exception {
    bench = new Bench(root);
  }

  @Test
  void aToolThatNeverEndsIsKilledWithItsGrandchildren() throws Exception {
    EventBody.ToolResult result =
        bench.run(
            "sh",
            Duration.ofSeconds(3),
            new CompletableFuture<>(),
            "-c",
            DAEMON + "echo started; exec " + FOREVER);

    assertThat(result.error()).get().asString().startsWith("timed out after 3 s; the tool and");
    assertThat(result.durationMillis()).isBetween(3_000L, 15_000L);
    assertThat(result.isError()).isTrue();
    assertThat(result.stdout()).isEqualTo("started\n");
    assertThat(ProcessHandle.of(bench.pid("pid"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        DAEMON,
        // forked twice, by a parent that has ended
        "(" + DAEMON + ") & wait $!",
        UNMARKED,
        // still holding the pipe
        "(setsid sh -c 'echo $$ > pid; exec sleep 100000' &); until [ -s pid ]; do :; done",
      })
  void whatAToolLeavesBehindEndsWithIt(String script) throws Exception {
    assertThat(bench.run("true").exitCode()).isZero();
    EventBody.ToolResult result = bench.run("sh", "-c", script + "\necho done");

    assertThat(result.error()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).isEqualTo("done\n");
    assertThat(ProcessHandle.of(bench.pid("pid"))).isEmpty();
  }

  @Test
  void aWriterLeftBehindDoesNotKeepTheCallOpen() {
    EventBody.ToolResult result = bench.run("sh", "-c", "yes & exit 5");

    assertThat(result.exitCode()).isEqualTo(5);
  }

  @Test
  void aForkBombEnds() {
    EventBody.ToolResult result =
        bench.run(
            "sh",
            Duration.ofSeconds(2),
            new CompletableFuture<>(),
            "-c",
            "n=0; while [ $n -lt 200 ]; do setsid sleep 100000 & n=$((n+1)); done;"
                + " while :; do setsid sleep 0.01 & done");

    assertThat(result.error()).get().asString().startsWith("timed out");
    assertThat(ProcessHandle.current().children()).isEmpty();
  }

  @Test
  void endedProcessesThatNobodyWaitedForAreReapedToMakeRoom() throws Exception {
    bench.run("true");
    new ProcessBuilder("sh", "-c", "sleep 0.1 & exec true").start().waitFor();
    while (endedChildren() == 0) {
      LockSupport.parkNanos(1_000_000);
    }

    assertThat(new Families(false).reapEnded(ProcessEntry.all())).isOne();
    assertThat(endedChildren()).isZero();
  }

  private static long endedChildren() throws IOException {
    return ProcessEntry.all().stream()
        .filter(entry -> entry.parent() == ProcessHandle.current().pid() && !entry.isAlive())
        .count();
  }

  @ParameterizedTest
  @CsvSource({
    "'posix_spawn failed, error: 11 (Resource temporarily unavailable) ',true",
    "'error=11, Resource temporarily unavailable',true",
    "'Exec failed, error: 2 (No such file or directory) ',false",
    "'error: 111 (Connection refused) ',false",
    "'error: 13 (Permission denied) ',false",
  })
  void aStartThatFailsForWantOfRoomSaysSo(String message, boolean full) {
    assertThat(ProcessLimitException.isBehind(new IOException(message))).isEqualTo(full);
  }

  @Test
  void aCancelledCallSaysWhyAndKeepsItsOutput() throws Exception {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<EventBody.ToolResult> running =
          begin(threads, cancelled, DAEMON + "echo begun; touch ready; exec " + FOREVER);
      cancelled.complete("interrupted by the user");

      EventBody.ToolResult result = running.get();
      assertThat(result.error()).get().asString().startsWith("interrupted by the user; ");
      assertThat(result.stdout()).isEqualTo("begun\n");
      assertThat(ProcessHandle.of(bench.pid("pid"))).isEmpty();
    }
  }

  @Test
  void aCallThatIsCancelledBeforeItsTurnNeverRuns() {
    EventBody.ToolResult result =
        bench.run(
            "sh",
            Duration.ofMinutes(1),
            CompletableFuture.completedFuture("interrupted by the user"),
            "-c",
            "touch up");

    assertThat(result.error()).hasValue("not started; interrupted by the user");
    assertThat(bench.paths.workspace()).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"(" + DAEMON + ") & wait $!", UNMARKED})
  void oneCallsEndLeavesAnothersProcessesAlone(String script) throws Exception {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> cancelled.complete("the test has failed")) {
      Future<EventBody.ToolResult> running =
          begin(threads, cancelled, script + "; touch ready; exec " + FOREVER);
      long other = bench.pid("pid");
      Files.delete(bench.paths.workspace().resolve("pid"));

      assertThat(bench.run("sh", "-c", "(" + DAEMON + ") & wait $!").exitCode()).isZero();
      assertThat(ProcessHandle.of(bench.pid("pid"))).isEmpty();
      assertThat(ProcessHandle.of(other)).get().matches(ProcessHandle::isAlive);

      cancelled.complete("enough");
      assertThat(running.get().isError()).isTrue();
      assertThat(ProcessHandle.of(other)).isEmpty();
    }
  }

  @Test
  void aProcessThatAlwaysReplacesItselfEndsWithItsCallToo() throws Exception {
    CompletableFuture<String> cancelled = new CompletableFuture<>();
    Path again = bench.paths.workspace().resolve("again");
    Files.writeString(again, "#!/bin/sh\nexec /bin/sh " + again + "\n");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> cancelled.complete("enough")) {
      Future<EventBody.ToolResult> running =
          begin(threads, cancelled, "touch ready; exec " + FOREVER);

      for (int call = 0; call < 100; call++) {
        bench.run("sh", "-c", "setsid sh " + again + " > /dev/null 2>&1 &");
        assertThat(ProcessHandle.current().children()).hasSize(1);
        assertThat(running).isNotDone();
      }
    }
  }

  /** Starts a call of a script, and waits until that has made the file {@code ready}. */
  private Future<EventBody.ToolResult> begin(
      ExecutorService threads, CompletableFuture<String> cancelled, String script) {
    Future<EventBody.ToolResult> running =
        threads.submit(() -> bench.run("sh", Duration.ofMinutes(2), cancelled, "-c", script));
    Path file = bench.paths.workspace().resolve("ready");
    while (!Files.exists(file)) {
      LockSupport.parkNanos(1_000_000);
    }
    return running;
  }
}
