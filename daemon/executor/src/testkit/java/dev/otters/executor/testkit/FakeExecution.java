package dev.otters.executor.testkit;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.TerminalSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A fake program that runs beside a sandbox's own, on a thread of its own. */
public final class FakeExecution implements Execution {
  private static final int KILLED = 137;

  private final ExecSpec spec;
  private final ExecSink sink;
  private final InputStream in;
  private final OutputStream keyboard;
  private final BlockingQueue<TerminalSize> sizes = new LinkedBlockingQueue<>();
  private final Thread[] thread = new Thread[1];
  private OptionalInt code = OptionalInt.empty();

  FakeExecution(ExecSpec spec, ExecSink sink) {
    this.spec = spec;
    this.sink = sink;
    try {
      // The pipe of the system, since those of Java break when a thread that wrote to them ends.
      Pipe pipe = Pipe.open();
      in = Channels.newInputStream(pipe.source());
      keyboard = Channels.newOutputStream(pipe.sink());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    spec.terminal().ifPresent(sizes::add);
  }

  /** Starts the program, and returns its thread. */
  Thread start(FakeEngine.ExecProgram program, FakeSandbox sandbox) {
    thread[0] = Thread.ofVirtual().name("exec in " + sandbox.id()).unstarted(() -> run(program));
    thread[0].start();
    return thread[0];
  }

  private void run(FakeEngine.ExecProgram program) {
    int result;
    try (in) {
      result = program.run(this);
    } catch (InterruptedException | IOException _) {
      result = KILLED;
    }
    end(result);
  }

  private synchronized void end(int result) {
    if (code.isEmpty()) {
      code = OptionalInt.of(result);
      notifyAll();
    }
  }

  /** Returns the specification of the program. */
  public ExecSpec spec() {
    return spec;
  }

  /** Returns the input as the program reads it. */
  public InputStream in() {
    return in;
  }

  /** Returns the next size of the terminal; the first is that of the specification. */
  public TerminalSize nextSize() throws InterruptedException {
    return sizes.take();
  }

  /** Prints text. */
  public void print(Stream stream, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    print(stream, bytes, bytes.length);
  }

  /** Prints the beginning of an array. */
  public void print(Stream stream, byte[] bytes, int length) throws IOException {
    Stream to = Optional.of(stream).filter(_ -> spec.terminal().isEmpty()).orElse(Stream.STDOUT);
    sink.output(to, bytes, 0, length);
  }

  /** Returns whether the program was killed or has ended. */
  public synchronized boolean isOver() {
    return code.isPresent();
  }

  @Override
  public OutputStream input() {
    return keyboard;
  }

  @Override
  public void resize(TerminalSize size) {
    sizes.add(size);
  }

  @Override
  public synchronized int await() throws InterruptedException {
    while (code.isEmpty()) {
      wait();
    }
    return code.getAsInt();
  }

  @Override
  public void close() {
    end(KILLED);
    thread[0].interrupt();
  }
}
