package dev.otters.resources.substrate;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.ManualTime;
import dev.otters.resources.substrate.Substrate.Writer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/** A database with an agent, and a folder in memory. */
final class SubstrateKit implements AutoCloseable {
  static final UUID AGENT = UUID.fromString("00000000-0000-0000-0000-000000000001");
  static final FilePath SOUL = FilePath.stored("SOUL.md");

  final Database database;
  final Files files = new Files();
  final Substrate substrate;

  /** A folder that can fail. */
  static final class Files implements SubstrateFolder {
    final Map<String, String> all = new TreeMap<>();
    volatile boolean full;

    /** What happens when files are written; nothing at first. */
    volatile Runnable fault = () -> {};

    @Override
    public void create(UUID agent) {}

    @Override
    public synchronized void write(UUID agent, Map<FilePath, Content> files) throws IOException {
      fault.run();
      if (full) {
        throw new IOException("no space");
      }
      files.forEach((path, content) -> all.put(path.toString(), content.text().orElse("binary")));
    }

    @Override
    public synchronized Optional<Content> read(UUID agent, FilePath path) {
      return Optional.ofNullable(all.get(path.toString())).map(Content::of);
    }
  }

  SubstrateKit(Path folder) {
    database = Database.open(folder.resolve("daemon.db"));
    database.update(SubstrateKit::addAgent);
    substrate = new Substrate(database, new ManualTime(), files);
  }

  private static void addAgent(Tx tx) {
    tx.execute(
        "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted, keep_workspace,"
            + " restarts, created_at) VALUES(?, 'guide', 1, 1, '{}', 'READY', 1, 1, 0, 0, 0)",
        AGENT);
  }

  List<FileVersion> promote(String path, String text, Expected expected) {
    return substrate.promote(
        AGENT, Writer.OPERATOR, List.of(change(path, Content.of(text), expected)));
  }

  static FileChange change(String path, Content content, Expected expected) {
    return new FileChange(FilePath.stored(path), content, Optional.empty(), expected);
  }

  static Expected version(long id) {
    return new Expected(Optional.of(id), Optional.empty(), false);
  }

  static Expected absent() {
    return new Expected(Optional.empty(), Optional.empty(), true);
  }

  FileVersion current(String path) {
    return substrate.file(AGENT, FilePath.stored(path)).orElseThrow();
  }

  String text(FileVersion version) {
    return substrate.content(AGENT, version).text().orElseThrow();
  }

  @Override
  public void close() {
    database.close();
  }
}
