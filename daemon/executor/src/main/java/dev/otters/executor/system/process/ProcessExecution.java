package dev.otters.executor.system.process;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.NearEnd;
import dev.otters.executor.posix.Pipe;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.Pty;
import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program of this machine that runs in a sandbox beside the sandbox's own.
 *
 * <p>One thread for each stream passes the output on. After the end of the program, processes that
 * it left behind may hold a stream open; soon their output is no longer read.
 */
public final class ProcessExecution implements Execution {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessExecution.class);
  private static final int CHUNK = 1 << 15;
  private static final Duration LAST_OUTPUT = Duration.ofSeconds(1);
  private static final Duration LOOK = Duration.ofMillis(20);

  /** The largest number of pieces after the end; more than fit into a pipe of a megabyte. */
  private static final int LAST_PIECES = 64;

  /** Starts a process. */
  @FunctionalInterface
  public interface Launch {
    Process start(ProcessBuilder command) throws IOException;
  }

  private final Process process;
  private final ExecSink sink;
  private final Optional<Pty> terminal;
  private final Function<ProcessId, Optional<ProcessId>> program;
  private final List<Thread> threads = new ArrayList<>();

  /** Counts the begin and the end of each call of the sink. */
  private final AtomicLong pieces = new AtomicLong();

  private volatile boolean ended;

  private ProcessExecution(
      Process process,
      ExecSink sink,
      Optional<Pty> terminal,
      Function<ProcessId, Optional<ProcessId>> program) {
    this.process = process;
    this.sink = sink;
    this.terminal = terminal;
    this.program = program;
  }

  /**
   * Starts a program.
   *
   * @param command returns the command for a terminal; {@code -} stands for none
   * @param launch starts the command
   * @param program finds the program, given the started process
   */
  public static ProcessExecution start(
      ExecSpec spec,
      ExecSink sink,
      Function<String, ProcessBuilder> command,
      Launch launch,
      Function<ProcessId, Optional<ProcessId>> program)
      throws IOException {
    if (spec.terminal().isEmpty()) {
      return startWithPipes(sink, command.apply("-"), launch, program);
    }
    Pty terminal = Pty.open();
    try {
      terminal.resize(spec.terminal().get().rows(), spec.terminal().get().columns());
      ProcessBuilder builder =
          command
              .apply(terminal.far().toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      var started =
          new ProcessExecution(launch.start(builder), sink, Optional.of(terminal), program);
      started.follow("exec-terminal", terminal, Stream.STDOUT);
      return started;
    } catch (IOException | RuntimeException e) {
      terminal.close();
      throw e;
    }
  }

  /** Uses pipes of our own: the JDK reads all that the leftovers of a process write. */
  private static ProcessExecution startWithPipes(
      ExecSink sink,
      ProcessBuilder builder,
      Launch launch,
      Function<ProcessId, Optional<ProcessId>> program)
      throws IOException {
    Pipe out = Pipe.open();
    Pipe err;
    try {
      err = Pipe.open();
    } catch (IOException e) {
      out.close();
      throw e;
    }
    try {
      builder.redirectOutput(out.far().toFile()).redirectError(err.far().toFile());
      var started = new ProcessExecution(launch.start(builder), sink, Optional.empty(), program);
      out.closeFar();
      err.closeFar();
      started.follow("exec-out", out, Stream.STDOUT);
      started.follow("exec-err", err, Stream.STDERR);
      return started;
    } catch (IOException | RuntimeException e) {
      out.close();
      err.close();
      throw e;
    }
  }

  /** A virtual thread would block its carrier. */
  private void follow(String name, NearEnd from, Stream stream) {
    Thread thread = Thread.ofPlatform().daemon().name(name).unstarted(() -> copy(from, stream));
    threads.add(thread);
    thread.start();
  }

  private synchronized void pass(Stream stream, byte[] bytes, int length) {
    if (ended) {
      return;
    }
    pieces.incrementAndGet();
    try {
      sink.output(stream, bytes, 0, length);
    } catch (IOException e) {
      LOG.debug("A program's output is no longer wanted", e);
      close();
    } finally {
      pieces.incrementAndGet();
    }
  }

  private void copy(NearEnd from, Stream stream) {
    byte[] buffer = new byte[CHUNK];
    try (from) {
      for (int last = 0; !ended && last < LAST_PIECES; last += process.isAlive() ? 0 : 1) {
        if (from.awaitOutput()) {
          int n = from.output().read(buffer);
          if (n < 0) {
            return;
          }
          pass(stream, buffer, n);
        }
      }
    } catch (PosixException e) {
      if (!e.is(Errno.EIO)) {
        LOG.atWarn().setCause(e).log("Cannot read the output of a program");
      }
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("Cannot read the output of a program");
    }
  }

  /** Returns whether the process still runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public OutputStream input() {
    return terminal.map(Pty::input).orElseGet(process::getOutputStream);
  }

  @Override
  public void resize(TerminalSize size) {
    terminal.ifPresent(
        open -> {
          try {
            open.resize(size.rows(), size.columns());
          } catch (PosixException e) {
            LOG.debug("The terminal is closed", e);
          }
        });
  }

  @Override
  public int await() throws InterruptedException {
    int code = process.waitFor();
    long end = System.nanoTime() + LAST_OUTPUT.toNanos();
    for (Thread thread : threads) {
      long before = pieces.get();
      while (!thread.join(LOOK)
          && (System.nanoTime() < end || isPassing() || pieces.get() != before)) {
        before = pieces.get();
      }
    }
    ended = true;
    return code;
  }

  /** Returns whether the sink has a piece of output now. */
  private boolean isPassing() {
    return pieces.get() % 2 != 0;
  }

  /** Stops the helper first, so that it starts no program that would be missed. */
  @Override
  public void close() {
    Optional<ProcessId> helper = ProcessId.of((int) process.pid()).filter(_ -> process.isAlive());
    try {
      if (helper.isPresent() && helper.get().signal(Signals.STOP)) {
        Optional<ProcessId> found = program.apply(helper.get());
        if (found.isPresent()) {
          found.get().killGroup();
          found.get().signal(Signals.KILL);
        }
      }
    } catch (PosixException e) {
      LOG.atWarn().addKeyValue("pid", process.pid()).setCause(e).log("Cannot kill a program");
    }
    process.destroyForcibly();
    ended = true;
  }
}
