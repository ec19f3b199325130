package dev.otters.executor.mounts;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.FileStat.Kind;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creates the mount points of operator mounts in an agent's own folders.
 *
 * <p>The agent can write to these folders. A link there would move a mount, and so would renaming a
 * folder above a mount while the sandbox runs. So no link is followed or accepted, and every folder
 * on the way becomes a mount itself, which the kernel does not rename.
 */
public final class MountPoints {
  private static final int FOLDER_MODE = 0755;
  private static final int OWNER_ALL = 0700;

  private final Path root;
  private final SandboxUser user;

  /**
   * Prepares for the mount points of one agent.
   *
   * @param root the agent's root on the host
   * @param user the owner of the mount points
   */
  public MountPoints(Path root, SandboxUser user) {
    this.root = root;
    this.user = user;
  }

  /**
   * Creates the mount point of a mount. An existing file or folder of the right kind stays.
   *
   * @return a writable bind for each folder between the agent's own folder and the mount point,
   *     outer ones first; empty when the target is not in an agent's folder
   * @throws ExecutorException MOUNT when something is in the way
   */
  public List<Bind> prepare(OperatorMount mount) {
    Optional<String> holder = AgentBinds.ownFolder(mount.target());
    if (holder.isEmpty()) {
      return List.of();
    }
    String top = "/" + holder.get();
    if (mount.target().equals(top) || !AgentBinds.isWritable(holder.get())) {
      throw new ExecutorException(
          Reason.MOUNT,
          "nothing can be mounted at %s: the agent's own folder %s is there"
              .formatted(mount.target(), top),
          "Choose a target below /workspace.");
    }
    Path folder = root.resolve(holder.get());
    String[] names = mount.target().substring(top.length() + 1).split("/", -1);
    try (Fd base = Fd.open(folder, Open.HANDLE)) {
      return new Descent(mount, base, folder, top).run(names);
    } catch (PosixException e) {
      throw blocked(mount, folder, String.valueOf(e.getMessage()), e);
    }
  }

  private static ExecutorException blocked(
      OperatorMount mount, Path place, String found, @Nullable Exception e) {
    return new ExecutorException(
        Reason.MOUNT,
        "cannot prepare the mount point " + mount.target() + ": " + found,
        "Remove what is in the way at " + place + ", or choose another target.",
        e);
  }

  /** Descends to one mount point. */
  private final class Descent {
    private final OperatorMount mount;
    private final List<Bind> binds = new ArrayList<>();
    private Fd here;
    private Path path;
    private String target;

    Descent(OperatorMount mount, Fd base, Path path, String target) {
      this.mount = mount;
      this.here = base;
      this.path = path;
      this.target = target;
    }

    List<Bind> run(String[] names) throws PosixException {
      try {
        for (int i = 0; i < names.length - 1; i++) {
          enter(names[i]);
        }
        boolean folder = Files.isDirectory(mount.host());
        ensure(names[names.length - 1], folder ? Kind.FOLDER : Kind.FILE).close();
        return binds;
      } finally {
        here.close();
      }
    }

    private void enter(String name) throws PosixException {
      Fd next = ensure(name, Kind.FOLDER);
      here.close();
      here = next;
      path = path.resolve(name);
      target = target + "/" + name;
      FileStat stat = here.stat();
      if ((stat.permissions() & OWNER_ALL) != OWNER_ALL) {
        here.chmod(stat.permissions() | OWNER_ALL);
      }
      binds.add(new Bind(path, target, false, stat.id()));
    }

    /** Returns an entry of this folder, and creates it if it is missing. */
    private Fd ensure(String text, Kind kind) throws PosixException {
      Name name = Name.of(text);
      try {
        create(name, kind);
      } catch (PosixException e) {
        if (!e.is(Errno.EEXIST)) {
          throw e;
        }
      }
      Kind found = here.stat(name).kind();
      if (found != kind) {
        throw blocked(mount, path.resolve(text), kindProblem(text, found, kind), null);
      }
      Fd entry = here.open(name, Open.HANDLE);
      return owned(entry);
    }

    private void create(Name name, Kind kind) throws PosixException {
      if (kind == Kind.FOLDER) {
        here.createFolder(name, FOLDER_MODE);
      } else {
        here.open(name, Open.NEW_FILE).close();
      }
    }

    private String kindProblem(String name, Kind found, Kind wanted) {
      return path.resolve(name)
          + " is "
          + (found == Kind.LINK ? "a symbolic link" : found == Kind.FOLDER ? "a folder" : "a file")
          + ", but must be "
          + (wanted == Kind.FOLDER ? "a folder" : "a file");
    }

    private Fd owned(Fd entry) throws PosixException {
      try {
        FileStat stat = entry.stat();
        boolean his = stat.uid() == user.uid() && stat.gid() == user.gid();
        if (!his && Caller.uid() == 0) {
          entry.chown(user.uid(), user.gid());
        }
        return entry;
      } catch (PosixException e) {
        entry.close();
        throw e;
      }
    }
  }
}
