package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Shares one download among all clients of the same weights. The download stops when its last
 * client leaves.
 */
final class Pulls implements AutoCloseable {
  private final Map<Digest, Running> running = new HashMap<>();
  private boolean closed;

  /** The work of one download. */
  @FunctionalInterface
  interface Job {
    void run(Progress progress) throws InterruptedException;
  }

  private static final class Running {
    private final CopyOnWriteArrayList<Progress> watchers = new CopyOnWriteArrayList<>();
    private Thread thread = Thread.currentThread();
    private @Nullable Throwable failure;

    private void tell(String item, long done, long total, String phase) {
      watchers.forEach(watcher -> watcher.update(item, done, total, phase));
    }
  }

  /**
   * Runs a download, or joins a running one.
   *
   * @throws InterruptedException if the client leaves or the download is stopped
   */
  void pull(Digest digest, Job job, Progress progress) throws InterruptedException {
    Running pull;
    while ((pull = join(digest, job, progress)) == null) {
      awaitStopped(digest);
    }
    try {
      pull.thread.join();
    } finally {
      leave(pull, progress);
    }
    rethrow(pull.failure);
  }

  /** Returns whether a download of these weights is running. */
  synchronized boolean isRunning(Digest digest) {
    return running.containsKey(digest);
  }

  /** Stops a download of these weights and waits until it has ended. */
  void stop(Digest digest) throws InterruptedException {
    Optional<Thread> thread = thread(digest);
    if (thread.isPresent()) {
      thread.get().interrupt();
      thread.get().join();
    }
  }

  /** Joins or starts a download; returns null while one without clients is stopping. */
  private synchronized @Nullable Running join(Digest digest, Job job, Progress progress) {
    if (closed) {
      throw ApiException.of(
          ErrorCode.SHUTTING_DOWN, "the daemon is stopping", "Try again after it has restarted.");
    }
    Running known = running.get(digest);
    if (known != null && known.watchers.isEmpty()) {
      return null;
    }
    if (known != null) {
      known.watchers.add(progress);
      return known;
    }
    Running fresh = new Running();
    fresh.watchers.add(progress);
    fresh.thread =
        Thread.ofVirtual()
            .name("pull-" + digest.abbreviated())
            .unstarted(() -> work(digest, fresh, job));
    running.put(digest, fresh);
    fresh.thread.start();
    return fresh;
  }

  private void work(Digest digest, Running pull, Job job) {
    try {
      job.run(pull::tell);
    } catch (InterruptedException | RuntimeException | Error e) {
      pull.failure = e;
    } finally {
      synchronized (this) {
        running.remove(digest);
      }
    }
  }

  private void awaitStopped(Digest digest) throws InterruptedException {
    Optional<Thread> thread = thread(digest);
    if (thread.isPresent()) {
      thread.get().join();
    }
  }

  private synchronized Optional<Thread> thread(Digest digest) {
    return Optional.ofNullable(running.get(digest)).map(pull -> pull.thread);
  }

  private synchronized void leave(Running pull, Progress progress) {
    pull.watchers.remove(progress);
    if (pull.watchers.isEmpty()) {
      pull.thread.interrupt();
    }
  }

  private static void rethrow(@Nullable Throwable failure) throws InterruptedException {
    switch (failure) {
      case null -> {}
      case ApiException e -> throw new ApiException(e.problem(), e);
      case RuntimeException e -> throw e;
      case InterruptedException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
  }

  /** Stops all downloads; the downloaded parts stay. */
  @Override
  public void close() {
    List<Running> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(running.values());
    }
    all.forEach(pull -> pull.thread.interrupt());
    try {
      for (Running pull : all) {
        pull.thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
