package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSink;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine;
import dev.otters.executor.Pause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The contract for programs whose input and output are streams of the daemon. */
abstract class ProgramContract extends SandboxTest {
  protected static final String BOTH = "echo out; echo err >&2; exit 3";
  protected static final String COPY = "/bin/busybox cat; echo over >&2";
  protected static final String WAIT = "echo ready; while :; do /bin/busybox sleep 1; done";
  protected static final String TERMINATED = "kill -15 $$";
  protected static final String FLOOD = "while :; do echo 0123456789012345678901234567890; done";

  static final Duration SOON = Duration.ofSeconds(30);

  final ExecOutput said = new ExecOutput();

  ProgramContract(ExecutorFixture fixture) {
    super(fixture);
  }

  /** Starts a script in a sandbox. */
  abstract Execution begin(String script, ExecSink sink) throws IOException;

  /** Asserts that a program that has ended left what it may leave. */
  void assertNothingIsLeft() throws IOException {}

  @Test
  void separatesTheStreamsAndReturnsTheExitCode() throws Exception {
    try (Execution program = begin(BOTH, said)) {
      assertThat(program.await()).isEqualTo(3);
      assertNothingIsLeft();
    }
    assertThat(said.out()).isEqualTo("out\n");
    assertThat(said.err()).isEqualTo("err\n");
  }

  @Test
  void passesInputOnUntilItsEnd() throws Exception {
    byte[] data = new byte[1 << 20];
    new Random(7).nextBytes(data);
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    ExecSink sink =
        (stream, bytes, offset, length) -> {
          if (stream == LogLine.Stream.STDOUT) {
            copy.write(bytes, offset, length);
          }
        };
    try (Execution program = begin(COPY, sink)) {
      program.input().write(data);
      program.input().close();
      assertThat(program.await()).isZero();
    }
    assertThat(Arrays.equals(copy.toByteArray(), data)).as("an exact copy").isTrue();
  }

  @Test
  void reportsASignal() throws Exception {
    try (Execution program = begin(TERMINATED, said)) {
      assertThat(program.await()).isEqualTo(128 + 15);
    }
  }

  @Test
  void killsAProgramWhoseOutputIsNotWanted() throws Exception {
    ExecSink gone =
        (_, _, _, _) -> {
          throw new IOException("the client is gone");
        };
    try (Execution program = begin(FLOOD, gone)) {
      assertThat(program.await()).isEqualTo(128 + 9);
      assertNothingIsLeft();
    }
  }

  @Test
  void aProgramWaitsForAReaderThatDoesNotRead() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong received = new AtomicLong();
    try (Execution _ = begin(FLOOD, hanging(received, go))) {
      assertThat(Pause.until(SOON, () -> received.get() > 0)).isTrue();
      assertThat(received.get()).isLessThanOrEqualTo(1 << 16);
      go.countDown();
      assertThat(Pause.until(SOON, () -> received.get() > 1 << 18)).isTrue();
    }
  }

  static ExecSink hanging(AtomicLong received, CountDownLatch go) {
    return (_, _, _, length) -> {
      received.addAndGet(length);
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    };
  }
}
