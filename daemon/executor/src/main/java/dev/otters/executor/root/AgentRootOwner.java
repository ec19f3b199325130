package dev.otters.executor.root;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.FolderReader.Entry;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Changes the owner of whole folders without following links or entering mounts.
 *
 * <p>Deep folders need memory but no open files: the walk checks that each way up leads to the
 * folder that it came from. Nothing may write to the folder meanwhile.
 */
public final class AgentRootOwner {
  private static final int OWNER = 0700;

  private AgentRootOwner() {}

  /**
   * Changes the owner of a folder and everything in it. Does nothing when the caller is that user.
   *
   * @param folder an absolute path without links
   * @throws IOException when an owner cannot be changed, as for any user but root; the message
   *     names the file
   */
  public static void give(Path folder, SandboxUser user) throws IOException {
    if (Caller.uid() == user.uid() && user.uid() != 0) {
      return;
    }
    try (Fd handle = Fd.open(folder, Open.HANDLE)) {
      give(handle.stat(), user, () -> handle.chown(user.uid(), user.gid()));
    }
    new Walk(user, Fd.open(folder, Open.FOLDER)).run();
  }

  /**
   * Restores the owner's permissions on a folder, which the agent may have removed.
   *
   * @param folder an absolute path without links, in a folder that only the daemon can write to
   * @throws IOException when that is not allowed; the message names the folder
   */
  public static void unlock(Path folder) throws IOException {
    try (Fd handle = Fd.open(folder, Open.HANDLE)) {
      int permissions = handle.stat().permissions();
      if ((permissions & OWNER) != OWNER) {
        handle.chmod(permissions | OWNER);
      }
    }
  }

  private interface Change {
    void make() throws PosixException;
  }

  private static void give(FileStat stat, SandboxUser user, Change change) throws PosixException {
    if (stat.uid() != user.uid() || stat.gid() != user.gid()) {
      change.make();
    }
  }

  private record Level(FileStat.FileId id, Iterator<Name> left) {}

  /** Walks down and up with one open folder. */
  private static final class Walk {
    private final SandboxUser user;
    private final Deque<Level> levels = new ArrayDeque<>();
    private Fd here;

    Walk(SandboxUser user, Fd top) {
      this.user = user;
      this.here = top;
    }

    void run() throws PosixException {
      try {
        levels.push(enter(here));
        while (!levels.isEmpty()) {
          step();
        }
      } finally {
        here.close();
      }
    }

    private void step() throws PosixException {
      Iterator<Name> left = levels.getFirst().left();
      if (left.hasNext()) {
        moveTo(here.open(left.next(), Open.FOLDER));
        levels.push(enter(here));
        return;
      }
      levels.pop();
      if (!levels.isEmpty()) {
        moveTo(here.openParent());
        if (!here.stat().id().equals(levels.getFirst().id())) {
          throw new IllegalStateException("a folder was moved while its owner was changed");
        }
      }
    }

    private void moveTo(Fd next) {
      here.close();
      here = next;
    }

    private Level enter(Fd folder) throws PosixException {
      List<Name> folders = new ArrayList<>();
      var reader = folder.reader();
      for (List<Entry> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
        for (Entry entry : batch) {
          Name name = entry.name();
          FileStat stat = folder.stat(name);
          give(stat, user, () -> folder.chown(name, user.uid(), user.gid()));
          if (stat.isFolder()) {
            folders.add(name);
          }
        }
      }
      return new Level(folder.stat().id(), folders.iterator());
    }
  }
}
