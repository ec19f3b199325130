package dev.otters.bench.run;

import dev.otters.agents.session.DraftDisk;
import dev.otters.agents.session.SessionArea;
import dev.otters.agents.substrate.SubstrateDisk;
import dev.otters.executor.SandboxUser;
import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.Expected;
import dev.otters.resources.substrate.FileChange;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.writeback.Comparison;
import dev.otters.resources.writeback.Writeback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The durable files and drafts of one agent, in this process.
 *
 * @param folder holds the database and the root of the agent
 */
public record FileDrafts(Path folder, Database database, SystemTime time, Writeback writeback)
    implements AutoCloseable {
  /** The agent. */
  public static final UUID AGENT = new UUID(0, 1);

  private static final String SESSION = "bench";
  private static final FilePath FILE = Writeback.target("notes.md");

  /** Creates an agent without files in a temporary folder. */
  public static FileDrafts create() throws IOException {
    Path folder = Files.createTempDirectory(Leftovers.PREFIX);
    int uid = (Integer) Files.getAttribute(folder, "unix:uid");
    int gid = (Integer) Files.getAttribute(folder, "unix:gid");
    Database database = Database.open(folder.resolve("daemon.db"));
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'bench', ?, ?, '{}',"
                    + " 'READY', 1, 1, 0, 0, 0)",
                AGENT,
                uid,
                gid));
    SystemTime time = new SystemTime();
    Substrate substrate = new Substrate(database, time, new SubstrateDisk(_ -> folder));
    List<String> unused = substrate.prepare(AGENT, Map.of());
    SessionArea area = new SessionArea(folder, SessionArea.TARGET, new SandboxUser(uid, gid));
    DraftDisk drafts = new DraftDisk((_, _) -> area);
    Files.createDirectory(folder.resolve("runtime"));
    Files.createDirectories(
        folder.resolve("workspace/sessions").resolve(SESSION).resolve("drafts"));
    return new FileDrafts(folder, database, time, new Writeback(database, time, substrate, drafts));
  }

  /** Writes the durable file, and returns the milliseconds. */
  public double promote(String text) {
    Substrate files = writeback.files();
    Optional<Long> current = files.file(AGENT, FILE).map(it -> it.id());
    FileChange change =
        new FileChange(
            FILE,
            Content.of(text),
            Optional.empty(),
            new Expected(current, Optional.empty(), current.isEmpty()));
    long begin = System.nanoTime();
    int written = files.promote(AGENT, Substrate.Writer.OPERATOR, List.of(change)).size();
    double millis = Clock.millisSince(begin);
    if (written != 1) {
      throw new IllegalStateException("the file was not written");
    }
    return millis;
  }

  /** Compares the durable file with a draft that has this many changes, in milliseconds. */
  public double compare(String draft, int changes) throws IOException {
    Path file = folder.resolve("workspace/sessions").resolve(SESSION).resolve("drafts/notes.md");
    Files.writeString(file, draft);
    long begin = System.nanoTime();
    Comparison found =
        writeback.compare(new Writeback.Place(AGENT, SESSION), FilePath.stored("notes.md"), FILE);
    double millis = Clock.millisSince(begin);
    if (found.added() + found.removed() != changes) {
      throw new IllegalStateException(
          "the comparison found other changes: +" + found.added() + " -" + found.removed());
    }
    return millis;
  }

  /** Closes the database and removes everything. */
  @Override
  public void close() throws IOException {
    time.close();
    database.close();
    Leftovers.delete(folder);
  }
}
