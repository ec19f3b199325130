package dev.otters.executor.docker;

import dev.otters.executor.usage.UsageReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the kernel killed a process of a container for lack of memory, where the engine does
 * not say so. The kernel's count disappears with the container's cgroup, about a tenth of a second
 * after the last process, so a thread of its own looks often. Thread-safe.
 */
final class MemoryKills implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryKills.class);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final String COUNT = "oom_kill ";

  private record Count(Path file, long known) {}

  private final Path root;
  private final Consumer<String> found;
  private final Map<String, Count> counts = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean started;

  /**
   * Creates a watch.
   *
   * @param root the root folder, whose {@code /proc} and {@code /sys} are read
   * @param found receives the id of a container of which a process was killed
   */
  MemoryKills(Path root, Consumer<String> found) {
    this.root = root;
    this.found = found;
  }

  /** Watches a container that is about to run its program, up to its end. */
  void watchNew(String container, int pid) {
    watch(container, pid, false);
  }

  /** Watches a container that ran before, up to its end. Earlier kills do not count. */
  void watchKnown(String container, int pid) {
    watch(container, pid, true);
  }

  private void watch(String container, int pid, boolean ran) {
    try {
      var file = new UsageReader(root).memoryKills(pid, container);
      if (file.isPresent()) {
        long known = ran ? read(file.get()) : 0;
        counts.putIfAbsent(container, new Count(file.get(), known));
        start();
      }
    } catch (IOException e) {
      LOG.debug("The container {} has ended or is not visible", container, e);
    }
  }

  private synchronized void start() {
    if (!started) {
      started = true;
      Thread.ofPlatform().daemon().name("memory-kills").start(this::run);
    }
  }

  private void run() {
    try {
      while (!closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        counts.forEach(this::look);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void look(String container, Count count) {
    try {
      long now = read(count.file());
      if (now > count.known()) {
        counts.put(container, new Count(count.file(), now));
        found.accept(container);
      }
    } catch (IOException e) {
      LOG.trace("The container {} has ended", container, e);
      counts.remove(container);
    }
  }

  private static long read(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(COUNT))
          .mapToLong(line -> Long.parseLong(line.substring(COUNT.length()).strip()))
          .sum();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
