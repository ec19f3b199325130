package dev.otters.executor.system.process;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.Pty;
import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.io.InputStream;
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
 * it left behind may hold a stream open; their output is discarded.
 */
public final class ProcessExecution implements Execution {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessExecution.class);
  private static final int CHUNK = 1 << 15;
  private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

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
   * @param program finds the program, given the started process
   */
  public static ProcessExecution start(
      ExecSpec spec,
      ExecSink sink,
      Function<String, ProcessBuilder> command,
      Function<ProcessId, Optional<ProcessId>> program)
      throws IOException {
    if (spec.terminal().isEmpty()) {
      var plain = new ProcessExecution(command.apply("-").start(), sink, Optional.empty(), program);
      plain.follow("exec-out", plain.process.getInputStream(), Stream.STDOUT);
      plain.follow("exec-err", plain.process.getErrorStream(), Stream.STDERR);
      return plain;
    }
    Pty terminal = Pty.open();
    try {
      terminal.resize(spec.terminal().get().rows(), spec.terminal().get().columns());
      ProcessBuilder builder =
          command
              .apply(terminal.far().toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      var started = new ProcessExecution(builder.start(), sink, Optional.of(terminal), program);
      Thread thread = Thread.ofPlatform().daemon().name("exec-terminal").unstarted(started::show);
      started.threads.add(thread);
      thread.start();
      return started;
    } catch (IOException | RuntimeException e) {
      terminal.close();
      throw e;
    }
  }

  private void follow(String name, InputStream from, Stream stream) {
    threads.add(Thread.ofVirtual().name(name).start(() -> copy(from, stream)));
  }

  private void copy(InputStream from, Stream stream) {
    byte[] buffer = new byte[CHUNK];
    try {
      for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
        pass(stream, buffer, n);
      }
    } catch (IOException e) {
      LOG.debug("The output of a program broke off", e);
    }
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

  private void show() {
    byte[] buffer = new byte[CHUNK];
    try (Pty open = terminal.orElseThrow()) {
      while (!ended) {
        if (open.awaitOutput()) {
          int n = open.output().read(buffer);
          pass(Stream.STDOUT, buffer, n);
        }
      }
    } catch (PosixException e) {
      if (!e.is(Errno.EIO)) {
        LOG.atWarn().setCause(e).log("Cannot read a terminal");
      }
    } catch (IOException e) {
      LOG.atWarn().setCause(e).log("Cannot read a terminal");
    }
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
  public void signal(int number) {
    program()
        .ifPresent(
            found -> {
              try {
                found.signal(number);
              } catch (PosixException e) {
                LOG.debug("Cannot signal {}", found, e);
              }
            });
  }

  private Optional<ProcessId> program() {
    return ProcessId.of((int) process.pid()).filter(_ -> process.isAlive()).flatMap(program);
  }

  @Override
  public int await() throws InterruptedException {
    int code = process.waitFor();
    for (Thread thread : threads) {
      long before = pieces.get();
      while (!thread.join(LAST_OUTPUT) && (isPassing() || pieces.get() != before)) {
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
