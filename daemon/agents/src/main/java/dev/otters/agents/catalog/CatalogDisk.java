package dev.otters.agents.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.Stripes;
import dev.otters.sessions.catalog.CatalogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The folder {@code catalog} in the root of each agent, with a folder for each session that was
 * used lately. It belongs to the daemon. A new file is written beside the folder, where no sandbox
 * sees it, and moved into it. Thread-safe.
 */
public final class CatalogDisk {
  /** The limit on the sessions of an agent that have a folder. */
  static final int MOST_SESSIONS = 100;

  private static final String FRESH = ".fresh-catalog";

  private final Function<UUID, Path> roots;
  private final Stripes locks = new Stripes();

  /**
   * Creates the folders of a home.
   *
   * @param roots returns the root of an agent
   */
  public CatalogDisk(Function<UUID, Path> roots) {
    this.roots = roots;
  }

  /**
   * Makes or empties the folder. The agent must not run. A gated tool may: the folder stays, since
   * the sandbox of the tool mounts it.
   */
  public void prepare(UUID agent) {
    Path folder = folder(agent);
    try {
      locks.run(agent, () -> empty(folder));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  private static void empty(Path folder) throws IOException {
    if (!FreshFile.isFolder(folder)) {
      TreeRemover.remove(folder);
      Files.createDirectory(folder);
    }
    FreshFile.permit(folder);
    for (Path session : sessions(folder)) {
      TreeRemover.remove(session);
    }
  }

  /**
   * Replaces files of a session that have changed, each atomically; does nothing if the agent has
   * no folder.
   */
  void write(UUID agent, String session, List<CatalogFile> files) throws IOException {
    locks.run(agent, () -> write(folder(agent), session, files));
  }

  private static void write(Path all, String session, List<CatalogFile> files) throws IOException {
    if (!FreshFile.isFolder(all)) {
      return;
    }
    Path own = all.resolve(session);
    if (!FreshFile.isFolder(own)) {
      Files.createDirectory(own);
      removeOldest(all, own);
    }
    FreshFile.permit(own);
    Path fresh = all.resolveSibling(FRESH);
    for (CatalogFile file : files) {
      byte[] bytes = file.text().getBytes(UTF_8);
      FreshFile.replace(own.resolve(file.name()), bytes, fresh);
    }
  }

  /** Removes the files of a session, if it has some. */
  public void remove(UUID agent, String session) throws IOException {
    locks.run(agent, () -> TreeRemover.remove(folder(agent).resolve(session)));
  }

  private Path folder(UUID agent) {
    return roots.apply(agent).resolve(AgentRoots.CATALOG);
  }

  private static List<Path> sessions(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.toList();
    }
  }

  private static void removeOldest(Path all, Path own) throws IOException {
    Map<Path, FileTime> times = new TreeMap<>();
    for (Path session : sessions(all)) {
      times.put(session, Files.getLastModifiedTime(session, LinkOption.NOFOLLOW_LINKS));
    }
    List<Path> oldest =
        times.keySet().stream()
            .filter(session -> !session.equals(own))
            .sorted(Comparator.comparing(times::get))
            .limit(Math.max(0, times.size() - MOST_SESSIONS))
            .toList();
    for (Path session : oldest) {
      TreeRemover.remove(session);
    }
  }
}
