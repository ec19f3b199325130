package dev.otters.executor.testkit;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import dev.otters.executor.SandboxKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Records the notifications of an executor, and lets a test wait for them. */
public final class Recorder implements ExitListener, LogSink {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The end of a sandbox. */
  public record Ended(SandboxKey key, String sandbox, Exit exit) {}

  private final List<Ended> exits = new ArrayList<>();
  private final List<LogLine> lines = new ArrayList<>();
  private final List<Optional<ExecutorException>> ends = new ArrayList<>();
  private final List<String> engine = new ArrayList<>();

  @Override
  public synchronized void exited(SandboxKey key, String sandboxId, Exit exit) {
    exits.add(new Ended(key, sandboxId, exit));
    notifyAll();
  }

  @Override
  public synchronized void missed(SandboxKey key, String sandboxId, Exit exit) {
    engine.add("missed");
    exited(key, sandboxId, exit);
  }

  @Override
  public synchronized void engineLost() {
    engine.add("lost");
    notifyAll();
  }

  @Override
  public synchronized void engineBack() {
    engine.add("back");
    notifyAll();
  }

  @Override
  public synchronized void line(LogLine line) {
    lines.add(line);
    notifyAll();
  }

  @Override
  public synchronized void ended(Optional<ExecutorException> failure) {
    ends.add(failure);
    notifyAll();
  }

  /** Waits for the end of an agent's sandbox. */
  public synchronized Ended awaitExit(SandboxKey key) {
    await("the end of the sandbox", r -> r.exits.stream().anyMatch(e -> e.key().equals(key)));
    return exits.stream().filter(e -> e.key().equals(key)).findFirst().orElseThrow();
  }

  /** Waits for a line. */
  public synchronized LogLine awaitLine(String text) {
    await("the line " + text, r -> r.lines.stream().anyMatch(l -> l.text().equals(text)));
    return lines.stream().filter(l -> l.text().equals(text)).findFirst().orElseThrow();
  }

  /** Waits until the output ended. */
  public synchronized Optional<ExecutorException> awaitEnd() {
    await("the end of the output", r -> !r.ends.isEmpty());
    return ends.getFirst();
  }

  /** Waits until the engine was lost, or came back. */
  public synchronized void awaitEngine(String what) {
    await("the engine " + what, r -> r.engine.contains(what));
  }

  /** Returns the ends so far. */
  public synchronized List<Ended> exits() {
    return List.copyOf(exits);
  }

  /** Returns the lines so far. */
  public synchronized List<LogLine> lines() {
    return List.copyOf(lines);
  }

  /** Returns the texts of the lines so far. */
  public synchronized List<String> texts() {
    return lines.stream().map(LogLine::text).toList();
  }

  /** Returns the number of notifications about the end of the output. */
  public synchronized int ends() {
    return ends.size();
  }

  private synchronized void await(String what, Predicate<Recorder> condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!condition.test(this)) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new AssertionError("waited in vain for " + what + "; told: " + this);
        }
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for " + what, e);
    }
  }

  @Override
  public synchronized String toString() {
    return "exits " + exits + ", lines " + texts() + ", ends " + ends + ", engine " + engine;
  }
}
