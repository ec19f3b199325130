package dev.otters.sessions.catalog;

import dev.otters.home.Stripes;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.SessionFolders;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import dev.otters.sessions.log.SessionView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the catalogs of sessions from the database, beside the turns. Nothing depends on them: a
 * catalog that cannot be written stays as it was, and the log says so. Nothing is written before
 * {@link #open}. Thread-safe.
 */
public final class Catalog implements AutoCloseable {
  /** The folder in which an agent sees the catalogs of its sessions. */
  public static final String TARGET = "/workspace/.otters-runtime";

  private static final Logger LOG = LoggerFactory.getLogger(Catalog.class);
  private static final int LAST_SECONDS = 2;

  /** The limit on updates that run beside the turns. One more holds up its own turn. */
  private static final int MOST_UPDATES = 256;

  private final Database database;
  private final ActivationRows activations;
  private final SessionRows sessions;

  /** Held, each for some agents, from the reading of the database to the end of the writing. */
  private final Stripes locks = new Stripes();

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("catalog-", 0).factory());

  private final Semaphore free = new Semaphore(MOST_UPDATES);

  /** The updates that run, the last one of each activation. */
  private final ConcurrentMap<String, CompletableFuture<Void>> updates = new ConcurrentHashMap<>();

  private volatile @Nullable CatalogFolder folder;

  /** Creates a catalog without a folder. */
  public Catalog(Database database, ActivationRows activations, SessionRows sessions) {
    this.database = database;
    this.activations = activations;
    this.sessions = sessions;
  }

  /** Begins to write. */
  public void open(CatalogFolder wanted) {
    folder = wanted;
  }

  /**
   * Writes the catalog of the session of an activation soon, unless it was removed. Updates have no
   * order: each shows the newest turn of the session.
   */
  public void update(UUID agent, String activation) {
    Work work = open -> write(open, agent, activation);
    if (folder == null) {
      return;
    }
    if (!free.tryAcquire()) {
      locked(agent, work);
      return;
    }
    try {
      CompletableFuture<Void> update =
          CompletableFuture.runAsync(() -> locked(agent, work), threads);
      updates.put(activation, update);
      var unused = update.whenComplete((_, _) -> ended(activation, update));
    } catch (RejectedExecutionException _) {
      free.release();
      LOG.debug("The daemon stops: the next turn writes the catalog");
    }
  }

  private void ended(String activation, CompletableFuture<Void> update) {
    updates.remove(activation, update);
    free.release();
  }

  /** Waits until the last update of an activation is written or has failed. */
  public void await(String activation) {
    CompletableFuture<Void> update = updates.get(activation);
    if (update != null) {
      update.exceptionally(_ -> null).join();
    }
  }

  /** Writes what was begun, unless that takes too long. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("Catalogs are not written after {} s; the next turns write them", LAST_SECONDS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the catalog of a session soon. One that never had a turn has none. */
  public void update(UUID agent, SessionId session) {
    if (folder == null) {
      return;
    }
    try {
      database
          .read(
              rows ->
                  sessions.key(rows, agent, session).flatMap(key -> activations.newest(rows, key)))
          .ifPresent(turn -> update(agent, turn.id()));
    } catch (RuntimeException e) {
      stays(agent, e);
    }
  }

  /**
   * Removes the catalog and the files of a session after the transaction that removes the session.
   */
  public void remove(Tx tx, UUID agent, long key) {
    SessionId session = sessions.id(tx, key);
    CatalogFolder open = folder;
    if (open != null && SessionFolders.twin(tx, agent, session).isEmpty()) {
      open.remove(tx, agent, session, activations.open(tx, key).isPresent());
    }
  }

  private interface Work {
    void run(CatalogFolder folder) throws IOException;
  }

  private void locked(UUID agent, Work work) {
    CatalogFolder open = folder;
    if (open == null) {
      return;
    }
    try {
      locks.run(agent, () -> work.run(open));
    } catch (IOException | RuntimeException e) {
      stays(agent, e);
    }
  }

  private static void stays(UUID agent, Exception why) {
    LOG.atWarn()
        .addKeyValue("agent", agent)
        .log("The catalog of a session cannot be written: {}", why.toString());
  }

  private void write(CatalogFolder open, UUID agent, String activation) throws IOException {
    Optional<SessionId> session =
        database.read(
            rows ->
                activations
                    .find(rows, agent, activation)
                    .map(turn -> sessions.id(rows, turn.session())));
    if (session.isPresent()) {
      List<CatalogFile> setup = open.setup(agent, session.get());
      List<CatalogFile> files = database.read(rows -> files(rows, agent, activation, setup));
      if (!files.isEmpty()) {
        open.write(agent, session.get(), files);
      }
    }
  }

  private List<CatalogFile> files(
      Rows rows, UUID agent, String activation, List<CatalogFile> setup) {
    return activations
        .find(rows, agent, activation)
        .flatMap(turn -> activations.newestWithContext(rows, turn.session()))
        .map(turn -> files(rows, turn, setup))
        .orElse(List.of());
  }

  private List<CatalogFile> files(Rows rows, ActivationRow turn, List<CatalogFile> setup) {
    Contexts.Loaded loaded = Contexts.load(rows, turn);
    SessionView view = sessions.view(rows, turn.session());
    ContextBudget budget = ContextBudget.of(rows, turn, loaded.context());
    List<CatalogFile> files = new ArrayList<>(setup);
    files.addAll(new ToolFiles(loaded).all());
    files.addAll(CatalogFile.twins("agent-setup", "Setup", SetupFile.of(budget, files)));
    files.addAll(CatalogFile.twins("context-budget", "Context", budget));
    files.add(CatalogFile.json("session-status", StatusFile.of(rows, turn, view)));
    files.addAll(
        CatalogFile.twins("event-feed", "Newest events", EventFeed.of(rows, turn.session(), view)));
    files.add(CatalogFile.json("wake-traces", WakeTraces.of(rows, turn.session(), view)));
    files.addAll(OutcomeFiles.of(rows, turn.session(), view));
    return files;
  }
}
