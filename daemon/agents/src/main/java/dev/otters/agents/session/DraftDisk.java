package dev.otters.agents.session;

import dev.otters.agents.setup.AgentPaths;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.DraftFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;

/**
 * The folders {@code drafts} of sessions, in which the agent may put anything. A thread with the
 * rights of the agent opens each name on the way, and refuses links, mounts and what is no file.
 *
 * @param areas returns the place of a session of an agent
 */
public record DraftDisk(BiFunction<UUID, String, SessionArea> areas) implements DraftFolder {
  /** The name of the folder. */
  static final String DRAFTS = "drafts";

  @Override
  public String target(UUID agent, String session) {
    return areas.apply(agent, session).target(session) + "/" + DRAFTS;
  }

  private static List<String> way(String session, FilePath path) {
    List<String> way = new ArrayList<>(OldDrafts.place(AgentPaths.folder(session)));
    way.add(DRAFTS);
    way.addAll(path.names());
    return way;
  }

  @Override
  public Optional<Content> read(UUID agent, String session, FilePath path) {
    return as(
        agent, session, "open the draft " + path, root -> read(root, way(session, path), path));
  }

  @Override
  public void write(UUID agent, String session, FilePath path, Content content) {
    Name fresh = Name.of(".fresh-" + UUID.randomUUID());
    boolean unused =
        as(
            agent,
            session,
            "write the draft " + path,
            root -> write(root, way(session, path), fresh, content));
  }

  private interface Work<T> {
    T run(Fd root) throws IOException;
  }

  /**
   * Does some work with the rights of the agent.
   *
   * @param what the work, for an error
   */
  private <T> T as(UUID agent, String session, String what, Work<T> work) {
    SessionArea area = areas.apply(agent, session);
    try {
      return area.start((workspace, _) -> work.run(workspace)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof WritebackException refused) {
        throw refused;
      }
      if (e.getCause() instanceof PosixException failed) {
        if (failed.is(Errno.ENOENT) && !area.exists()) {
          throw WritebackException.conflict(
              "the session has no sandbox yet. Send it a message, then try again.");
        }
        throw WritebackException.conflict(
            "cannot %s: %s"
                .formatted(
                    what,
                    failed.is(Errno.ELOOP) ? "it is a link, or behind one" : failed.reason()));
      }
      throw new IllegalStateException("cannot " + what, e.getCause());
    }
  }

  private static Optional<Content> read(Fd root, List<String> way, FilePath path)
      throws IOException {
    try (Fd file = SessionArea.open(root, way)) {
      if (file.stat().kind() != FileStat.Kind.FILE) {
        throw WritebackException.conflict("the draft " + path + " is not a file");
      }
      try (Fd open = file.reopen(Open.READ)) {
        byte[] bytes = open.input().readNBytes(SubstrateLimits.FILE_BYTES + 1);
        if (bytes.length > SubstrateLimits.FILE_BYTES) {
          throw WritebackException.invalid(
              "the draft %s has more than %d bytes".formatted(path, SubstrateLimits.FILE_BYTES));
        }
        return Optional.of(Content.of(bytes));
      }
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean write(Fd root, List<String> way, Name fresh, Content content)
      throws IOException {
    try (Fd folder = SessionArea.make(root, way.subList(0, way.size() - 1))) {
      try {
        try (Fd file = folder.open(fresh, Open.NEW_FILE)) {
          file.output().write(content.bytes());
        }
        folder.move(fresh, folder, Name.of(way.getLast()));
      } catch (IOException e) {
        removeAfter(e, folder, fresh);
        throw e;
      }
      return true;
    }
  }

  /** Removes a file that could not be finished, if it is there. */
  private static void removeAfter(IOException failure, Fd folder, Name fresh) {
    try {
      folder.removeFile(fresh);
    } catch (PosixException e) {
      failure.addSuppressed(e);
    }
  }
}
