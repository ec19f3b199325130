package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The contract of every executor that can limit resources, for greedy sandboxes. */
public abstract class LimitsContract extends SandboxTest {
  private static final String HOG = "/bin/busybox dd if=/dev/zero of=/dev/null bs=400M count=1";

  protected LimitsContract(ExecutorFixture fixture) {
    super(fixture);
  }

  @Test
  void stopsAForkBombAndCanStillBeKilled() throws IOException {
    runUntilReady(
        """
        i=0
        while /bin/busybox true; do
          /bin/busybox sleep 600 &
          i=$((i+1))
          [ $i = 50 ] && echo ready
          [ $i -lt 500 ] || echo unbounded
        done
        """);
    executor.kill(agent);
    assertThat(texts())
        .doesNotContain("unbounded")
        .anyMatch(line -> line.contains("can't fork") || line.equals("ready"));
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
  }

  @Test
  void reportsAMemoryHogAsSuch() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      run("exec " + HOG);
      var exit = recorder.awaitExit(agent).exit();
      assertThat(exit.oom()).isTrue();
      assertThat(exit.signal()).isEqualTo(OptionalInt.of(9));
    }
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().oom()).isTrue();
  }

  @Test
  void doesNotBlameMemoryForAnEndLongAfterATool() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      run(HOG + "; /bin/busybox sleep 4; echo over; kill -9 $$");
      var exit = recorder.awaitExit(agent).exit();
      assertThat(exit.signal()).isEqualTo(OptionalInt.of(9));
      assertThat(exit.oom()).isFalse();
    }
    assertThat(executor.status(agent).flatMap(Sandbox::exit).orElseThrow().oom()).isFalse();
  }

  @Test
  void joinsLongLinesAndBoundsThem() throws IOException {
    List<String> output =
        output(
            """
            /bin/busybox head -c 40000 /dev/zero | /bin/busybox tr '\\0' a; echo
            /bin/busybox head -c 200000 /dev/zero | /bin/busybox tr '\\0' b; echo
            echo end
            """);
    assertThat(output.getFirst()).hasSize(40_000);
    assertThat(output.getLast()).isEqualTo("end");
    assertThat(output).allMatch(line -> line.length() <= 80 * 1024);
    assertThat(output.stream().filter(l -> l.startsWith("b")).mapToInt(String::length).sum())
        .isEqualTo(200_000);
  }
}
