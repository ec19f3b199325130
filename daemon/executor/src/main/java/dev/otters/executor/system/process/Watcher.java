package dev.otters.executor.system.process;

import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the output and the ends of all sandboxes in one thread.
 *
 * <p>The kernel reports changes in the folders that supervisors write to. Once a second the watcher
 * looks at all sandboxes, since a killed supervisor writes nothing.
 */
public final class Watcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

  private final WatchService service;
  private final Map<WatchKey, SupervisedSandbox> watched = new ConcurrentHashMap<>();
  private final List<ExitListener> listeners = new CopyOnWriteArrayList<>();
  private final Thread thread;

  private Watcher(WatchService service) {
    this.service = service;
    this.thread = Thread.ofPlatform().daemon().name("sandboxes").unstarted(this::run);
  }

  public static Watcher start() throws IOException {
    Watcher watcher = new Watcher(FileSystems.getDefault().newWatchService());
    watcher.thread.start();
    return watcher;
  }

  public Subscription add(ExitListener listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  /** Starts to watch a sandbox. */
  public void watch(SupervisedSandbox sandbox) {
    try {
      WatchKey key =
          sandbox
              .folder()
              .raw()
              .register(
                  service,
                  StandardWatchEventKinds.ENTRY_CREATE,
                  StandardWatchEventKinds.ENTRY_MODIFY);
      watched.put(key, sandbox);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops watching a sandbox. */
  public void forget(SupervisedSandbox sandbox) {
    watched.entrySet().stream()
        .filter(entry -> entry.getValue() == sandbox)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(
            key -> {
              key.cancel();
              watched.remove(key);
            });
  }

  private void run() {
    List<SupervisedSandbox> busy = new ArrayList<>();
    long next = System.nanoTime();
    try {
      while (true) {
        long now = System.nanoTime();
        boolean all = now >= next;
        next = all ? now + TimeUnit.SECONDS.toNanos(1) : next;
        WatchKey key =
            service.poll(busy.isEmpty() ? Math.max(next - now, 1) : 0, TimeUnit.NANOSECONDS);
        List<SupervisedSandbox> due = new ArrayList<>(all ? List.copyOf(watched.values()) : busy);
        if (key != null) {
          key.pollEvents();
          key.reset();
          SupervisedSandbox changed = watched.get(key);
          if (changed != null && !due.contains(changed)) {
            due.add(changed);
          }
        }
        busy = due.stream().filter(sandbox -> advance(sandbox)).toList();
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      LOG.debug("The watch over sandboxes ends", e);
    }
  }

  private boolean advance(SupervisedSandbox sandbox) {
    try {
      return watched.containsValue(sandbox) && sandbox.advance(exit -> report(sandbox, exit));
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("sandbox", sandbox.id()).setCause(e).log("Cannot watch a sandbox");
      return false;
    }
  }

  private void report(SupervisedSandbox sandbox, Exit exit) {
    for (ExitListener listener : listeners) {
      try {
        listener.exited(sandbox.key(), sandbox.id(), exit);
      } catch (RuntimeException e) {
        LOG.atError().setCause(e).log("A listener for the ends of sandboxes failed");
      }
    }
  }

  @Override
  public void close() {
    try {
      service.close();
      thread.interrupt();
      if (Thread.currentThread() != thread) {
        thread.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
