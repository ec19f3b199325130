package dev.otters.agents.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.root.TreeRemover;
import dev.otters.sessions.catalog.CatalogFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
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
 * sees it, and moved into it.
 *
 * @param roots returns the root of an agent
 */
public record CatalogDisk(Function<UUID, Path> roots) {
  /** The limit on the sessions of an agent that have a folder. */
  static final int MOST_SESSIONS = 100;

  private static final String FRESH = ".fresh-catalog";

  /**
   * Makes or empties the folder. The agent must not run. A gated tool may: the folder stays, since
   * the sandbox of the tool mounts it.
   */
  public void prepare(UUID agent) {
    Path folder = folder(agent);
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        TreeRemover.remove(folder);
        Files.createDirectory(folder);
      }
      permit(folder);
      for (Path session : sessions(folder)) {
        TreeRemover.remove(session);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Replaces files of a session that have changed, each atomically; does nothing if the agent has
   * no folder.
   */
  void write(UUID agent, String session, List<CatalogFile> files) throws IOException {
    Path all = folder(agent);
    if (!Files.isDirectory(all, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Path own = all.resolve(session);
    if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(own);
      removeOldest(all, own);
    }
    permit(own); // also one whose creation was cut off
    Path fresh = all.resolveSibling(FRESH);
    for (CatalogFile file : files) {
      byte[] bytes = file.text().getBytes(UTF_8);
      Path place = own.resolve(file.name());
      if (!Files.exists(place) || !Arrays.equals(Files.readAllBytes(place), bytes)) {
        Files.write(fresh, bytes);
        Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
        Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  /** Removes the files of a session, if it has some. */
  void remove(UUID agent, String session) throws IOException {
    TreeRemover.remove(folder(agent).resolve(session));
  }

  private Path folder(UUID agent) {
    return roots.apply(agent).resolve(AgentRoots.CATALOG);
  }

  private static void permit(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
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
