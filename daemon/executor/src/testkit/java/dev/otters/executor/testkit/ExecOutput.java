package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSink;
import dev.otters.executor.LogLine.Stream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/** Keeps the output of a program, and lets a test wait for it. */
public final class ExecOutput implements ExecSink {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Override
  public synchronized void output(Stream stream, byte[] bytes, int offset, int length) {
    (stream == Stream.STDOUT ? out : err).write(bytes, offset, length);
    notifyAll();
  }

  /** Returns what the program wrote to standard output or its terminal. */
  public synchronized String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns what the program wrote to standard error. */
  public synchronized String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Waits until standard output contains a text. */
  public void awaitOut(String text) {
    await(said -> said.contains(text));
  }

  private synchronized void await(Predicate<String> wanted) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!wanted.test(out()) && System.nanoTime() < end) {
        wait(1000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    assertThat(out()).matches(wanted, "the awaited output");
  }
}
