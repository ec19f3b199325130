package dev.otters.executor.testkit;

import dev.otters.executor.Exit;
import dev.otters.executor.LogLine;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.usage.SandboxProcess;
import dev.otters.executor.usage.SandboxUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A fake sandbox. Its program is code of the test, on a thread of its own. */
public final class FakeSandbox {
  private static final AtomicInteger NEXT = new AtomicInteger(100_000);

  private final SandboxSpec spec;
  private final List<Bind> binds;
  private final int pid = NEXT.incrementAndGet();
  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile Optional<Duration> grace = Optional.empty();
  private final List<LogLine> lines = new ArrayList<>();
  private final List<FakeExecution> executions = new ArrayList<>();
  private Optional<Exit> exit = Optional.empty();
  private @Nullable Thread thread;

  FakeSandbox(SandboxSpec spec, List<Bind> binds) {
    this.spec = spec;
    this.binds = binds;
  }

  /** Returns the specification of the sandbox. */
  public SandboxSpec spec() {
    return spec;
  }

  /** Returns the binds that a real sandbox would have. */
  public List<Bind> binds() {
    return binds;
  }

  /** Prints a line to stdout. */
  public void print(String line) {
    print(LogLine.Stream.STDOUT, line);
  }

  /** Prints a line to stderr. */
  public void printError(String line) {
    print(LogLine.Stream.STDERR, line);
  }

  private synchronized void print(LogLine.Stream stream, String text) {
    Instant at = Instant.now();
    if (!lines.isEmpty() && !at.isAfter(lines.getLast().at())) {
      at = lines.getLast().at().plusNanos(1);
    }
    lines.add(new LogLine(at, stream, text));
    notifyAll();
  }

  /** Waits until the program is asked to end, as with SIGTERM. */
  public void awaitStop() throws InterruptedException {
    asked.await();
  }

  /** Returns how long the program may take to end, once it was asked. */
  public Optional<Duration> grace() {
    return grace;
  }

  /** Returns whether the program was asked to end. */
  public boolean isAsked() {
    return asked.getCount() == 0;
  }

  /** Writes a file through the binds, like a tool. */
  public void write(String path, String text) throws IOException {
    Bind bind =
        binds.stream()
            .filter(b -> path.equals(b.target()) || path.startsWith(b.target() + "/"))
            .max(Comparator.comparingInt(b -> b.target().length()))
            .orElseThrow(() -> new IOException(path + ": read-only file system"));
    if (bind.readOnly()) {
      throw new IOException(path + ": read-only file system");
    }
    Path file = Path.of(bind.source() + path.substring(bind.target().length()));
    Files.writeString(file, text);
  }

  /** Returns a use of one process. */
  SandboxUsage usage() {
    Instant now = Instant.now();
    SandboxProcess process =
        new SandboxProcess(
            pid,
            1,
            spec.user().uid(),
            now,
            3,
            Duration.ofMillis(250),
            Duration.ZERO,
            64 << 20,
            String.join(" ", spec.command()));
    return new SandboxUsage(
        now, 64 << 20, OptionalLong.of(spec.limits().memoryBytes()), List.of(process));
  }

  String id() {
    return "fake-" + pid;
  }

  void ask(Duration patience) {
    grace = Optional.of(patience);
    asked.countDown();
  }

  synchronized boolean isRunning() {
    return thread != null && exit.isEmpty();
  }

  /** Adds a program that ends with the sandbox. */
  synchronized void add(FakeExecution execution) {
    executions.add(execution);
  }

  synchronized void started(Thread program) {
    thread = program;
  }

  /** Records the end, and returns false if it had ended before. */
  synchronized boolean end(Exit how) {
    if (exit.isPresent() || thread == null) {
      return false;
    }
    exit = Optional.of(how);
    thread.interrupt();
    executions.forEach(FakeExecution::close);
    notifyAll();
    return true;
  }

  synchronized boolean awaitEnd(long nanos) throws InterruptedException {
    long end = System.nanoTime() + nanos;
    while (isRunning() && System.nanoTime() < end) {
      wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
    }
    return !isRunning();
  }

  /** Waits for a line beyond the first {@code known}; empty when the sandbox has ended. */
  synchronized Optional<LogLine> line(int known) throws InterruptedException {
    while (lines.size() <= known && exit.isEmpty()) {
      wait();
    }
    return lines.size() > known ? Optional.of(lines.get(known)) : Optional.empty();
  }

  synchronized Sandbox describe() {
    boolean running = thread != null && exit.isEmpty();
    OptionalInt shown = running ? OptionalInt.of(pid) : OptionalInt.empty();
    return new Sandbox(spec.key(), id(), shown, exit);
  }
}
