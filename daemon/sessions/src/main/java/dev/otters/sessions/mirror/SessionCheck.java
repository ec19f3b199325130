package dev.otters.sessions.mirror;

import dev.otters.api.session.SessionFinding;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.home.store.Database;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Checks logs and mirrors of sessions, one request at a time. Thread-safe. */
public final class SessionCheck {
  private static final int PAGE = 200;

  /** The most findings in logs, and in mirrors. */
  private static final int MOST = 500;

  private static final String RESTORE =
      "Restore the database from a backup, or remove the session with 'otters session rm'.";
  private static final String REPAIR = "Run 'otters session fsck --repair'.";
  private static final String WRITE =
      "Make the folder writable, free space on its disk, and run 'otters session fsck --repair'.";

  private final Database database;
  private final SessionRows rows;
  private final Mirror mirror;
  private final ReentrantLock one = new ReentrantLock();

  public SessionCheck(Database database, SessionRows rows, Mirror mirror) {
    this.database = database;
    this.rows = rows;
    this.mirror = mirror;
  }

  /**
   * Checks sessions.
   *
   * @param agent the agent whose sessions are checked; empty for all
   * @param session the id or name of the agent's only session, or the beginning of a generated id;
   *     empty for all
   * @param repair whether to write damaged mirrors anew
   * @param progress receives how many sessions were checked
   * @throws SessionException with {@code NOT_FOUND} or {@code AMBIGUOUS}
   * @throws InterruptedException if the thread is interrupted
   */
  public SessionFsckResult check(
      Optional<UUID> agent, Optional<SessionId> session, boolean repair, LongConsumer progress)
      throws InterruptedException {
    Optional<Long> key = agent.flatMap(of -> session.map(id -> key(of, id)));
    one.lockInterruptibly();
    try {
      Report report = new Report(repair);
      long last = key.orElse(1L) - 1;
      List<Mirrored> page;
      do {
        long after = last;
        page = database.read(rows -> Mirrored.after(rows, after, key.isPresent() ? 1 : PAGE));
        for (Mirrored next : page) {
          last = next.key();
          if (agent.stream().allMatch(next.agent()::equals)) {
            report.log(next, database.readLong(rows -> LogCheck.damage(rows, next.key())));
            report.mirror(next, mirror.check(last, repair));
            progress.accept(report.sessions);
          }
        }
      } while (!page.isEmpty() && key.isEmpty());
      return report.result();
    } finally {
      one.unlock();
    }
  }

  private long key(UUID agent, SessionId session) {
    return database.read(
        tables ->
            rows.key(tables, agent, rows.named(tables, agent, session))
                .orElseThrow(() -> SessionException.notFound(session)));
  }

  /** The result so far. Damage of mirrors hides no damage of logs, nor the reverse. */
  private static final class Report {
    private final boolean repair;
    private final List<SessionFinding> logs = new ArrayList<>();
    private final List<SessionFinding> mirrors = new ArrayList<>();
    private boolean sound = true;
    private long more;
    private long sessions;

    Report(boolean repair) {
      this.repair = repair;
    }

    void log(Mirrored session, List<String> damage) {
      sessions++;
      damage.forEach(message -> add(logs, "log", session, message, RESTORE));
    }

    void mirror(Mirrored session, MirrorWriter.Outcome found) {
      String remedy = found.repaired() ? null : repair ? WRITE : REPAIR;
      found.damage().ifPresent(message -> add(mirrors, "mirror", session, message, remedy));
    }

    private void add(
        List<SessionFinding> list,
        String kind,
        Mirrored session,
        String message,
        @Nullable String remedy) {
      sound &= remedy == null;
      if (list.size() == MOST) {
        more++;
        return;
      }
      String id = session.id().toString();
      list.add(new SessionFinding(kind, session.folder(), id, message, remedy == null, remedy));
    }

    SessionFsckResult result() {
      logs.addAll(mirrors);
      return new SessionFsckResult(sessions, sound, logs, more);
    }
  }
}
