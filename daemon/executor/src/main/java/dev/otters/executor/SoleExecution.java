package dev.otters.executor;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program in a sandbox of its own. Removes the sandbox after the end of the program, whether or
 * not the caller waits, and kills the program when its time is over.
 */
public final class SoleExecution implements Execution {
  private static final Logger LOG = LoggerFactory.getLogger(SoleExecution.class);

  private final Execution program;
  private final Runnable removal;
  private final CompletableFuture<Integer> code = new CompletableFuture<>();
  private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
  private volatile boolean late;
  private boolean removed;

  private SoleExecution(Execution program, Runnable removal) {
    this.program = program;
    this.removal = removal;
  }

  /**
   * Follows a running program and gives it its secrets.
   *
   * @param removal removes the sandbox of the program; runs once, or again after a failure
   */
  public static SoleExecution follow(Execution program, RunSpec run, Runnable removal) {
    SoleExecution execution = follow(program, removal, run.firstInput());
    Thread.ofVirtual().name("run-timeout").start(() -> execution.limit(run.timeout()));
    return execution;
  }

  /** Follows a running program that something else ends in its time. */
  public static SoleExecution follow(Execution program, Runnable removal) {
    return follow(program, removal, new byte[0]);
  }

  private static SoleExecution follow(Execution program, Runnable removal, byte[] firstInput) {
    SoleExecution execution = new SoleExecution(program, removal);
    Thread.ofVirtual().name("run-secrets").start(() -> execution.begin(firstInput));
    Thread.ofVirtual().name("run-end").start(execution::awaitEnd);
    return execution;
  }

  /** Writes what the program reads first. A program that has ended does not need it. */
  private void begin(byte[] input) {
    try {
      if (input.length > 0) {
        program.input().write(input);
        program.input().flush();
      }
    } catch (IOException e) {
      LOG.debug("A program ended before it had its secrets", e);
    } finally {
      begun.complete(true);
    }
  }

  private void awaitEnd() {
    try {
      int ended = program.await();
      remove();
      code.complete(late ? TIMED_OUT : ended);
    } catch (InterruptedException | RuntimeException e) {
      try {
        close();
      } catch (RuntimeException again) {
        e.addSuppressed(again);
      }
      code.completeExceptionally(e);
    }
  }

  private void limit(Duration timeout) {
    try {
      code.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException _) {
      late = true;
      closeInBackground();
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      LOG.trace("A program needs no limit any more", e);
    }
  }

  private void closeInBackground() {
    try {
      close();
    } catch (RuntimeException e) {
      LOG.atWarn().setCause(e).log("Cannot remove the sandbox of a program that took too long");
    }
  }

  private synchronized void remove() {
    if (!removed) {
      removal.run();
      removed = true;
    }
  }

  @Override
  public OutputStream input() {
    begun.join();
    return program.input();
  }

  @Override
  public void resize(TerminalSize size) {
    program.resize(size);
  }

  /**
   * Waits until the program has ended, its output was received, and its sandbox is gone.
   *
   * @return as for other programs; {@link #TIMED_OUT} if its time was over
   */
  @Override
  public int await() throws InterruptedException {
    try {
      return code.get();
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new CompletionException(e.getCause());
    }
  }

  /** Kills the program and removes its sandbox. May be called twice. */
  @Override
  public void close() {
    try {
      if (!code.isDone()) {
        program.close();
      }
    } finally {
      remove();
    }
  }
}
