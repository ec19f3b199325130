package dev.otters.agents.session;

import dev.otters.agents.setup.RootWriters;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FolderReader.Entry;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of sessions, in which agents may put anything, also while they are removed. All work
 * is done with the rights of the agent, and follows no links. Thread-safe.
 */
public final class SessionDisk {
  private static final Logger LOG = LoggerFactory.getLogger(SessionDisk.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int OWN = 0700;

  private final Function<UUID, Optional<SessionArea>> agents;
  private final RootWriters writers;

  /** Empties removed folders, one agent after the other. */
  private final ExecutorService sweeper =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("session-folders").factory());

  /** The agents that the sweeper still has to come to. */
  private final Set<UUID> waiting = ConcurrentHashMap.newKeySet();

  /**
   * Creates the folders.
   *
   * @param agents returns the place of an agent's sessions; empty if the agent is unknown
   */
  public SessionDisk(Function<UUID, Optional<SessionArea>> agents, RootWriters writers) {
    this.agents = agents;
    this.writers = writers;
  }

  /** Moves the drafts of earlier releases, and finishes removals. The agent must not run. */
  public void prepare(UUID agent) {
    boolean unused =
        run(
            agent,
            (workspace, runtime) -> {
              Tries tries = new Tries();
              tries.step(() -> moveDrafts(tries, runtime, workspace));
              return sweep(tries, runtime, workspace);
            });
  }

  /**
   * Removes the folders of a session, if it has some. Their names are free when this returns; what
   * is in them is removed soon, or at the next start of the agent.
   *
   * @param folder the name of the folders
   * @return whether both names are free, which the disk has stored
   */
  public boolean remove(UUID agent, String folder) {
    Name name = Name.of(folder);
    boolean removed =
        run(
            agent,
            (workspace, runtime) -> {
              Tries tries = new Tries();
              tries.step(() -> setAside(runtime, name));
              tries.step(() -> inSessions(workspace, Open.HANDLE, all -> setAside(all, name)));
              return tries.done();
            });
    if (waiting.add(agent)) {
      sweeper.execute(() -> sweep(agent));
    }
    return removed;
  }

  /** Renames a folder, also in one that the agent has locked. */
  private static void setAside(Fd all, Name name) throws PosixException {
    int permissions = all.stat().permissions();
    if ((permissions & OWN) != OWN) {
      all.chmod(permissions | OWN);
    }
    TreeRemover.setAside(all, name);
    try (Fd open = all.reopen(Open.FOLDER)) {
      open.sync();
    }
  }

  private void sweep(UUID agent) {
    waiting.remove(agent);
    Optional<RootWriters.Writer> writer = writers.begin(agent);
    if (writer.isPresent()) {
      try (var _ = writer.get()) {
        boolean unused = run(agent, (workspace, runtime) -> sweep(new Tries(), runtime, workspace));
      }
    }
  }

  private static boolean sweep(Tries tries, Fd runtime, Fd workspace) throws IOException {
    tries.step(
        () -> {
          try (Fd all = runtime.reopen(Open.FOLDER)) {
            TreeRemover.sweep(all, PATIENCE);
          }
        });
    tries.step(() -> inSessions(workspace, Open.FOLDER, all -> TreeRemover.sweep(all, PATIENCE)));
    return tries.done();
  }

  private interface Step {
    void run() throws IOException;
  }

  /**
   * Steps of which each is tried: the failure of one keeps no other from being done. Nothing is
   * logged meanwhile, since the thread has the rights of the agent, and the agent chooses how many
   * fail.
   */
  private static final class Tries {
    private @Nullable IOException first;

    void step(Step step) {
      try {
        step.run();
      } catch (IOException e) {
        // What is missing is as good as done, so it must not hide that another step failed.
        first = first == null || isMissing(first) ? e : first;
      }
    }

    /** Throws the first failure, if there was one. */
    boolean done() throws IOException {
      if (first != null) {
        throw first;
      }
      return true;
    }
  }

  private static void moveDrafts(Tries tries, Fd runtime, Fd workspace) throws IOException {
    try (Fd all = runtime.reopen(Open.FOLDER)) {
      var reader = all.reader();
      for (List<Entry> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
        for (Entry entry : batch) {
          tries.step(() -> OldDrafts.move(all, workspace, entry.name().toString()));
        }
      }
    }
  }

  private interface Work {
    void run(Fd sessions) throws IOException;
  }

  /** Works in the folder with the files of the sessions, unless it is missing or no folder. */
  private static void inSessions(Fd workspace, Open how, Work work) throws IOException {
    Fd all;
    try {
      all = workspace.open(Name.of(SessionArea.SESSIONS), how);
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP)) {
        return;
      }
      throw e;
    }
    try (all) {
      if (all.stat().isFolder()) {
        work.run(all);
      }
    }
  }

  /**
   * Runs work to its end. What an agent prevents by its own rights is no failure of the daemon.
   *
   * @return what the work returned; true if the agent has no folders
   */
  private boolean run(UUID agent, SessionArea.Work<Boolean> work) {
    try {
      return agents.apply(agent).map(area -> area.start(work).join()).orElse(true);
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof IOException)) {
        throw e;
      }
      stays(agent, e.getCause());
      return isMissing(e.getCause());
    }
  }

  private static boolean isMissing(Throwable why) {
    return why instanceof PosixException posix && posix.is(Errno.ENOENT);
  }

  private static void stays(UUID agent, Throwable why) {
    LOG.atWarn()
        .addKeyValue("agent", agent)
        .log("A folder of a session stays as it is: {}", why.toString());
  }
}
