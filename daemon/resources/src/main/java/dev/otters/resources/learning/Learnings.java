package dev.otters.resources.learning;

import dev.otters.home.Stripes;
import dev.otters.home.store.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The learnings of all agents. The database has them. The files that sandboxes see are made from it
 * after each change, at each start of an agent and at each start of the daemon. Thread-safe.
 */
public final class Learnings {
  /** The folder as agents see it. */
  public static final String TARGET = "/memory/learnings";

  private static final Logger LOG = LoggerFactory.getLogger(Learnings.class);

  private final Database database;
  private final LearningFolder folder;

  /** Held, each for some agents, from the reading of the database to the end of the writing. */
  private final Stripes locks = new Stripes();

  /** Creates the learnings of a home. */
  public Learnings(Database database, LearningFolder folder) {
    this.database = database;
    this.folder = folder;
  }

  /** Writes the files that an earlier daemon may not have written. */
  public void boot() {
    database.read(LearningRows::agents).forEach(this::changed);
  }

  /**
   * Creates and writes the files of an agent that starts.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public void prepare(UUID agent) {
    try {
      locks.run(
          agent,
          () -> {
            folder.create(agent);
            write(agent);
          });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the learnings: " + e.getMessage(), e);
    }
  }

  /** Writes the files anew after a change. A failure is logged: nothing reads them back. */
  public void changed(UUID agent) {
    try {
      locks.run(agent, () -> write(agent));
    } catch (IOException | RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("agent", agent)
          .setCause(e)
          .log("Learnings are not on the disk; the next change or start writes them");
    }
  }

  /** Returns learnings as {@link LearningRows#newest} does. */
  public List<Learning> newest(UUID agent, Optional<LearningKind> kind, int limit) {
    return database.read(rows -> LearningRows.newest(rows, agent, kind, limit));
  }

  /** Deletes a learning. Returns whether there was one. */
  public boolean delete(UUID agent, long id) {
    boolean deleted = database.<Boolean>write(tx -> LearningRows.delete(tx, agent, id));
    if (deleted) {
      changed(agent);
    }
    return deleted;
  }

  private void write(UUID agent) throws IOException {
    List<Learning> all = newest(agent, Optional.empty(), LearningRows.MOST).reversed();
    Map<String, String> files = new LinkedHashMap<>();
    for (LearningKind kind : LearningKind.values()) {
      StringBuilder lines = new StringBuilder();
      all.stream()
          .filter(learning -> learning.lesson().kind() == kind)
          .forEach(learning -> lines.append(LearningAnswers.line(learning)).append('\n'));
      files.put(kind.file(), lines.toString());
    }
    folder.write(agent, files);
  }
}
