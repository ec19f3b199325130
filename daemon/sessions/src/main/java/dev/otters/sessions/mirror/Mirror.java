package dev.otters.sessions.mirror;

import dev.otters.home.FreeSpace;
import dev.otters.home.store.Tx;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.mirror.Backlog.Change;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a file of JSON Lines for each session: {@code <agent>/<id>.jsonl}. One thread writes it
 * from the log after each commit, so no turn waits for it, and nothing depends on it. Nothing is
 * written before {@link #open}. Thread-safe.
 */
public final class Mirror implements AutoCloseable {
  private static final int LAST_SECONDS = 2;

  private final Backlog backlog = new Backlog();
  private final AtomicBoolean awake = new AtomicBoolean();
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("session-mirror").factory());
  private volatile @Nullable MirrorWriter writer;

  /**
   * Begins to write, first what is missing. Call when all secrets are known.
   *
   * @param folder the folder of the mirrors, which is created if it is missing
   * @param space what the mirrors must leave free on its disk
   */
  public void open(Path folder, Origin origin, FreeSpace space) {
    writer = new MirrorWriter(origin, folder, backlog, space);
    backlog.addEverything();
    wake();
  }

  /** Called when new events of a session are durable. */
  public void changed(long session) {
    if (writer != null) {
      backlog.add(session);
      wake();
    }
  }

  /** Removes the mirror of a session after the transaction that removes the session. */
  public void remove(Tx tx, UUID agent, SessionId session) {
    Change removal = new Change(Mirrored.folder(tx, agent) + "/" + Mirrored.file(session), "");
    tx.afterCommit(() -> change(removal));
  }

  /** Removes the mirrors of an agent after the transaction that removes its sessions. */
  public void remove(Tx tx, UUID agent) {
    Change removal = new Change(Mirrored.folder(tx, agent), "");
    tx.afterCommit(() -> change(removal));
  }

  /** Called when an agent has another name. */
  public void renamed(String from, String to) {
    change(new Change(from, to));
  }

  private void change(Change change) {
    if (writer != null) {
      backlog.add(change);
      wake();
    }
  }

  /** Lets the thread look at the backlog, unless it is about to. */
  private void wake() {
    if (awake.compareAndSet(false, true)) {
      try {
        thread.execute(this::follow);
      } catch (RejectedExecutionException _) {
        // The daemon stops. The next one writes what is missing.
      }
    }
  }

  private void follow() {
    awake.set(false);
    MirrorWriter open = writer;
    if (open != null) {
      open.follow();
    }
  }

  /**
   * Finds the damage of a mirror, and writes a damaged one anew if wanted. Between two mirrors, the
   * thread writes what came meanwhile.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  MirrorWriter.Outcome check(long session, boolean repair) throws InterruptedException {
    MirrorWriter open = writer;
    if (open == null) {
      return new MirrorWriter.Outcome(Optional.empty(), false);
    }
    try {
      return thread.submit(() -> open.check(session, repair)).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a mirror cannot be checked", e.getCause());
    }
  }

  /** Writes what is missing, unless that takes too long. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      boolean unused = thread.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    MirrorWriter open = writer;
    if (open != null) {
      open.close();
    }
  }
}
