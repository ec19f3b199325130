package dev.otters.agents.session;

import dev.otters.agents.setup.AgentPaths;
import dev.otters.home.Stripes;
import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.protocol.CrashPoint;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders that removed sessions leave. That they have to go is stored with the removal of the
 * session, so the next daemon goes on with it. Thread-safe.
 */
public final class SessionRemovals {
  /** The time after which the calls of a removed session have ended. */
  static final Duration CALLS = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(SessionRemovals.class);

  private final Database database;
  private final Time time;
  private final Disk disk;
  private final Set<Folder> pending = ConcurrentHashMap.newKeySet();
  private final Stripes locks = new Stripes();

  /** The disk with the folders. */
  public interface Disk {
    /**
     * Removes the folders of a session, if it has some.
     *
     * @param folder their name
     * @return whether none is left
     */
    boolean remove(UUID agent, String folder) throws IOException;
  }

  private record Folder(UUID agent, String name) {}

  /** Creates the removals of a home. */
  public SessionRemovals(Database database, Time time, Disk disk) {
    this.database = database;
    this.time = time;
    this.disk = disk;
  }

  /** Takes up the removals that an earlier daemon did not finish. */
  public void boot() {
    database
        .read(
            rows ->
                rows.list(
                    "SELECT agent, folder FROM removed_sessions",
                    row -> new Folder(row.uuid("agent"), row.text("folder"))))
        .forEach(folder -> begin(folder, Duration.ZERO));
  }

  /**
   * Removes the folders of a session after the transaction that removes the session.
   *
   * @param working whether calls of the session may still be ending, which could make them anew
   */
  public void add(Tx tx, UUID agent, String session, boolean working) {
    Folder folder = new Folder(agent, AgentPaths.folder(session));
    tx.execute(
        "INSERT OR IGNORE INTO removed_sessions(agent, folder) VALUES(?, ?)",
        folder.agent(),
        folder.name());
    tx.afterCommit(() -> begin(folder, working ? CALLS : Duration.ZERO));
  }

  private void begin(Folder folder, Duration delay) {
    pending.add(folder);
    var _ = time.after(delay, () -> finish(folder));
  }

  /**
   * Removes what an earlier session with this name left. Call before anything of a session is used.
   * What cannot be removed now belongs to the session, since its own files will be beside it. The
   * log says so.
   */
  public void settle(UUID agent, String session) {
    Folder folder = new Folder(agent, AgentPaths.folder(session));
    once(
        folder,
        () -> {
          if (!removed(folder)) {
            giveUp(folder, session);
          }
        });
  }

  private void finish(Folder folder) {
    once(folder, () -> removed(folder));
  }

  private void once(Folder folder, Runnable work) {
    if (pending.contains(folder)) {
      locks.run(
          folder,
          () -> {
            if (pending.contains(folder)) {
              work.run();
            }
          });
    }
  }

  /** Forgets a removal only when it is done, and stores that first: the name may be used then. */
  private boolean removed(Folder folder) {
    CrashPoint.at("session-removed");
    try {
      if (!disk.remove(folder.agent(), folder.name())) {
        return false;
      }
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("agent", folder.agent())
          .log("The files of a removed session stay: {}", e.toString());
      return false;
    }
    CrashPoint.at("folders-removed");
    database.update(tx -> forget(tx, folder));
    return true;
  }

  /** Forgets a removal that failed, unless the session that wants the name is gone again. */
  private void giveUp(Folder folder, String session) {
    boolean used =
        database.write(
            tx -> {
              boolean there =
                  tx.any(
                      "SELECT 1 FROM sessions WHERE agent = ? AND id = ?", folder.agent(), session);
              if (there) {
                forget(tx, folder);
              }
              return there;
            });
    if (used) {
      LOG.atWarn()
          .addKeyValue("agent", folder.agent())
          .addKeyValue("session", session)
          .log("The session gets the files that an earlier one with its name left");
    }
  }

  /** Forgets a removal before another transaction can ask for it again. */
  private void forget(Tx tx, Folder folder) {
    tx.execute(
        "DELETE FROM removed_sessions WHERE agent = ? AND folder = ?",
        folder.agent(),
        folder.name());
    tx.afterCommit(() -> pending.remove(folder));
  }
}
