package dev.otters.agents.session;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.util.List;

/** The drafts of earlier releases, which were in the folder of a session for scratch. */
final class OldDrafts {
  private static final Name DRAFTS = Name.of(DraftDisk.DRAFTS);

  private OldDrafts() {}

  /** Returns the place of a session's files in the workspace. */
  static List<String> place(String session) {
    return List.of(SessionArea.SESSIONS, session);
  }

  /**
   * Moves the drafts of a session, if it has some, to its files. Follows no links.
   *
   * @param session the name of its folders
   * @throws PosixException when they cannot be moved, also because the files have drafts
   */
  static void move(Fd runtime, Fd workspace, String session) throws PosixException {
    if (has(runtime, session)) {
      try (Fd old = runtime.open(Name.of(session), Open.HANDLE);
          Fd files = SessionArea.make(workspace, place(session))) {
        old.move(DRAFTS, files, DRAFTS);
      }
    }
  }

  private static boolean has(Fd runtime, String session) throws PosixException {
    try (Fd old = runtime.open(Name.of(session), Open.HANDLE)) {
      return old.stat(DRAFTS).isFolder();
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP)) {
        return false;
      }
      throw e;
    }
  }
}
