package dev.otters.agents.files;

import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarIn;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Unpacks a tar below an open folder that its owner may change meanwhile. No step follows a link. A
 * file gets its name when it is complete.
 */
final class TreeWriter implements AutoCloseable {
  private static final int FOLDER_MODE = 0755;
  private static final int OWNER = 0700;

  /** The files whose further names can be unpacked: each takes about 100 bytes of memory. */
  private static final int MOST_LINKED = 100_000;

  private final Areas areas;
  private final Fd root;
  private final List<Name> rootPath;
  private final List<Name> prefix;
  private final Tally tally;
  private final Set<FileId> unpacked = new HashSet<>();
  private Optional<Parent> last = Optional.empty();

  /** The folder of the last entry. */
  private record Parent(List<Name> path, Fd folder) {}

  /**
   * Unpacks below a folder.
   *
   * @param root a handle of the folder, which stays open
   * @param rootPath its path in the sandbox
   * @param prefix the path of the tar's root below it; must exist, except its last part
   */
  TreeWriter(Areas areas, Fd root, List<Name> rootPath, List<Name> prefix, Tally tally) {
    this.areas = areas;
    this.root = root;
    this.rootPath = List.copyOf(rootPath);
    this.prefix = List.copyOf(prefix);
    this.tally = tally;
  }

  /**
   * Unpacks the tar.
   *
   * @throws IOException when it cannot be read or is damaged
   */
  void run(TarIn tar) throws IOException {
    for (var next = tar.next(); next.isPresent(); next = tar.next()) {
      TarEntry entry = next.get();
      List<Name> path = below(entry.path());
      try {
        unpack(entry, path, tar);
      } catch (PosixException e) {
        throw Refused.of("cannot write " + shown(path), e);
      }
    }
  }

  private List<Name> below(List<String> parts) {
    List<Name> path = new ArrayList<>(prefix);
    parts.forEach(part -> path.add(Name.ofBytes(part)));
    if (path.size() > TreeReader.DEEPEST) {
      throw Refused.invalid(shown(path.subList(0, 1)) + "/… is too deep");
    }
    return path;
  }

  private void unpack(TarEntry entry, List<Name> path, TarIn tar) throws IOException {
    if (path.isEmpty()) {
      if (entry.kind() != TarEntry.Kind.FOLDER) {
        throw Refused.conflict(shown(path) + " is a folder");
      }
      return;
    }
    Fd parent = folder(path.subList(0, path.size() - 1));
    Name name = path.getLast();
    checkNoMount(path);
    switch (entry.kind()) {
      case FOLDER -> createFolder(parent, name, entry.mode() | OWNER, path);
      case FILE -> place(parent, path, temporary -> writeFile(entry, tar, parent, temporary));
      case LINK -> place(parent, path, temporary -> link(parent, temporary, entry));
      case HARD_LINK -> place(parent, path, temporary -> hardLink(parent, temporary, entry));
      case OTHER -> throw Refused.invalid("the tar contains a device or pipe, " + shown(path));
    }
    tally.count(entry.size());
  }

  /** Opens the folder of an entry, and creates the parts that the tar left out. */
  private Fd folder(List<Name> path) throws PosixException {
    if (path.isEmpty()) {
      return root;
    }
    if (last.isPresent() && last.get().path().equals(path)) {
      return last.get().folder();
    }
    close();
    Fd here = root;
    for (int i = 0; i < path.size(); i++) {
      Fd parent = here;
      List<Name> part = path.subList(0, i + 1);
      try {
        checkNoMount(part);
        if (i >= prefix.size()) {
          createFolder(parent, path.get(i), FOLDER_MODE, part);
        }
        here = parent.open(path.get(i), Open.FOLDER);
      } finally {
        if (parent != root) {
          parent.close();
        }
      }
    }
    last = Optional.of(new Parent(List.copyOf(path), here));
    return here;
  }

  private void createFolder(Fd parent, Name name, int mode, List<Name> path) throws PosixException {
    try {
      parent.createFolder(name, mode);
    } catch (PosixException e) {
      if (!e.is(Errno.EEXIST)) {
        throw e;
      }
      if (!parent.stat(name).isFolder()) {
        throw Refused.conflict(shown(path) + " exists, and is not a folder");
      }
    }
  }

  private void checkNoMount(List<Name> path) {
    if (areas.isRoot(whole(path))) {
      throw Refused.conflict(shown(path) + " is a mount: copy to it by its own path");
    }
  }

  /** Creates an entry under a temporary name. */
  private interface Maker {
    void make(Name temporary) throws IOException;
  }

  private void place(Fd parent, List<Name> path, Maker maker) throws IOException {
    checkReplaceable(parent, path);
    Name temporary = Name.of(".otters-cp-" + UUID.randomUUID());
    try {
      maker.make(temporary);
      parent.move(temporary, parent, path.getLast());
    } catch (IOException | RuntimeException e) {
      remove(parent, temporary, e);
      throw e;
    }
  }

  private static void remove(Fd parent, Name temporary, Exception cause) {
    try {
      parent.removeFile(temporary);
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        cause.addSuppressed(e);
      }
    }
  }

  /** Refuses to replace what the user may not write to, although it may write to the folder. */
  private void checkReplaceable(Fd parent, List<Name> path) throws PosixException {
    FileStat.Kind kind;
    try {
      kind = parent.stat(path.getLast()).kind();
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return;
      }
      throw e;
    }
    switch (kind) {
      case LINK -> {}
      case FILE -> {
        try (Fd old = parent.open(path.getLast(), Open.HANDLE)) {
          if (old.stat().kind() == FileStat.Kind.FILE) {
            old.reopen(Open.WRITE).close();
          }
        }
      }
      case FOLDER -> throw Refused.conflict(shown(path) + " is a folder");
      case SOCKET, OTHER -> throw Refused.conflict(shown(path) + " is a socket, pipe or device");
    }
  }

  private void writeFile(TarEntry entry, TarIn tar, Fd parent, Name temporary) throws IOException {
    try (Fd file = parent.open(temporary, Open.NEW_FILE)) {
      tar.copyTo(file.output());
      file.chmod(entry.mode());
      file.setModified(Instant.ofEpochSecond(entry.modified()));
      if (unpacked.size() < MOST_LINKED) {
        unpacked.add(file.stat().id());
      }
    }
  }

  private static void link(Fd parent, Name temporary, TarEntry entry) throws PosixException {
    String target = entry.target();
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw Refused.invalid("the tar contains a link without a target");
    }
    parent.createLink(temporary, Name.ofBytes(target));
  }

  /** Links to a file of this tar. The check comes afterwards, when the file cannot change. */
  private void hardLink(Fd parent, Name temporary, TarEntry entry) throws IOException {
    List<Name> target = below(entry.targetPath());
    if (target.isEmpty()) {
      throw Refused.invalid("the tar contains a hard link to a folder");
    }
    Fd here = root;
    for (Name name : target.subList(0, target.size() - 1)) {
      Fd holder = here;
      try {
        here = holder.open(name, Open.FOLDER);
      } finally {
        if (holder != root) {
          holder.close();
        }
      }
    }
    try {
      here.link(target.getLast(), parent, temporary);
    } finally {
      if (here != root) {
        here.close();
      }
    }
    if (!unpacked.contains(parent.stat(temporary).id())) {
      throw Refused.invalid(
          "the tar contains a hard link to "
              + shown(target)
              + ", which is not one of the first "
              + MOST_LINKED
              + " files before it");
    }
  }

  private String shown(List<Name> path) {
    return Areas.text(whole(path));
  }

  private List<Name> whole(List<Name> path) {
    return Stream.concat(rootPath.stream(), path.stream()).toList();
  }

  @Override
  public void close() {
    last.ifPresent(parent -> parent.folder().close());
    last = Optional.empty();
  }
}
