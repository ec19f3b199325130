package dev.otters.agents.substrate;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.root.AgentRootOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A place in the workspace of an agent for a folder that the daemon mounts or uses. The agent may
 * have something else there.
 *
 * @param roots returns the root of an agent
 * @param place the name in the workspace
 * @param source the name of the folder in the root
 */
public record MountPoint(Function<UUID, Path> roots, String place, String source) {
  private static final int MOST = 100;

  /**
   * Moves what is in the way aside: nothing can be mounted on a file or a link. A folder stays. The
   * link that an agent without a sandbox has in place of a mount is removed, and made again later.
   * The agent must not run.
   *
   * @return its new name in the workspace; empty if nothing was in the way
   * @throws UncheckedIOException if it cannot be moved
   */
  Optional<String> clear(UUID agent) {
    return clear(agent, agent);
  }

  /** Does so in the sandbox of a session, whose mount is a folder of its agent. */
  Optional<String> clear(UUID sandbox, UUID agent) {
    Path root = roots.apply(sandbox);
    Path target = roots.apply(agent).resolve(source);
    Path workspace = root.resolve("workspace");
    try {
      AgentRootOwner.unlock(workspace);
      try (Fd folder = Fd.open(workspace, Open.FOLDER)) {
        Optional<FileStat> there = found(folder, place).filter(it -> !it.isFolder());
        if (there.isEmpty()) {
          return Optional.empty();
        }
        if (there.get().kind() == FileStat.Kind.LINK && leadsTo(folder, target)) {
          folder.removeFile(Name.of(place));
          return Optional.empty();
        }
        String free = free(folder);
        folder.move(Name.of(place), folder, Name.of(free));
        return Optional.of(free);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot move %s out of the way of a mount: %s. Move it yourself."
              .formatted(workspace.resolve(place), e.getMessage()),
          e);
    }
  }

  private boolean leadsTo(Fd folder, Path target) throws PosixException {
    return folder.readLink(Name.of(place)).equals(Name.of(target.toString()));
  }

  private String free(Fd folder) throws IOException {
    String aside = place + ".moved";
    for (int number = 1; number <= MOST; number++) {
      String name = aside + (number == 1 ? "" : "-" + number);
      if (found(folder, name).isEmpty()) {
        return name;
      }
    }
    throw new IOException("there are " + MOST + " files like " + aside);
  }

  /** Returns what has a name; empty if nothing has. */
  private static Optional<FileStat> found(Fd folder, String name) throws PosixException {
    try {
      return Optional.of(folder.stat(Name.of(name)));
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
