package dev.otters.executor.root;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FolderReader.Entry;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Removes folders with hostile content: folders without permissions, thousands of levels, names in
 * no encoding, links.
 *
 * <p>It follows no links and enters no mounts. Deep folders need neither stack nor open files: each
 * folder is first moved to the top and then emptied. Nothing may write to the folder meanwhile.
 * Works for root and for the owner of the folders; folders of other users are removed when they are
 * empty.
 */
public final class TreeRemover {
  private static final String ASIDE = ".removing-";
  private static final Duration NO_LIMIT = Duration.ofDays(365);

  private TreeRemover() {}

  /**
   * Removes a folder and everything in it. Does nothing when it is missing. Renames it first, so
   * that its name is free at once and {@link #sweep} can finish what a crash interrupts.
   *
   * @param folder a folder in one that only the daemon can write to
   * @throws IOException when something cannot be removed; the message names it
   */
  public static void remove(Path folder) throws IOException {
    Path aside = folder.resolveSibling(ASIDE + UUID.randomUUID());
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    Files.move(folder, aside, StandardCopyOption.ATOMIC_MOVE);
    removeAside(aside);
  }

  /**
   * Renames an entry of a folder, so that its name is free at once and {@link #sweep(Fd, Duration)}
   * removes it. Does nothing when it is missing.
   *
   * @throws PosixException when it cannot be renamed
   */
  public static void setAside(Fd parent, Name name) throws PosixException {
    try {
      parent.move(name, parent, Name.of(ASIDE + UUID.randomUUID()));
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        throw e;
      }
    }
  }

  /**
   * Removes what was set aside in a folder, also if others write to it meanwhile. What cannot be
   * removed does not keep the rest.
   *
   * @param parent a folder that is open for reading
   * @param patience the time after which to give up
   * @throws IOException when something could not be removed; the message names the first of it
   */
  public static void sweep(Fd parent, Duration patience) throws IOException {
    Flattening flattening = new Flattening(System.nanoTime() + patience.toNanos());
    Removals all = new Removals();
    var reader = parent.reader();
    for (List<Entry> batch = reader.next();
        !batch.isEmpty() && !flattening.isLate();
        batch = reader.next()) {
      for (Entry entry : batch) {
        if (entry.name().toString().startsWith(ASIDE)) {
          all.run(() -> flattening.remove(parent, entry));
        }
      }
    }
    all.run(() -> flattening.requireTime(parent));
    all.end();
  }

  /**
   * Removes everything in a folder. The folder and its owner stay, and the owner may use it
   * afterwards.
   *
   * @param folder an existing folder
   * @throws IOException when something cannot be removed; the message names it
   */
  public static void empty(Path folder) throws IOException {
    try (Fd handle = Fd.open(folder, Open.HANDLE)) {
      handle.chmod(handle.stat().permissions() | 0700);
    }
    try (Fd top = Fd.open(folder, Open.FOLDER)) {
      new Flattening(System.nanoTime() + NO_LIMIT.toNanos()).drain(top, top);
    }
  }

  /**
   * Finishes interrupted removals in {@code parent}. What cannot be removed does not keep the rest.
   *
   * @throws IOException when something could not be removed; the message names the first of it
   */
  public static void sweep(Path parent) throws IOException {
    Removals all = new Removals();
    try (Stream<Path> entries = Files.list(parent)) {
      List<Path> left = entries.filter(TreeRemover::isAside).toList();
      left.forEach(aside -> all.run(() -> removeAside(aside)));
      all.end();
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static boolean isAside(Path path) {
    return Objects.requireNonNull(path.getFileName()).toString().startsWith(ASIDE);
  }

  private static void removeAside(Path aside) throws IOException {
    if (Files.isDirectory(aside, LinkOption.NOFOLLOW_LINKS)) {
      empty(aside);
    }
    Files.delete(aside);
  }

  private interface Removal {
    void run() throws IOException;
  }

  /** Removals of which each is tried. What is gone already is no failure. */
  private static final class Removals {
    private @Nullable IOException first;

    void run(Removal removal) {
      try {
        removal.run();
      } catch (IOException e) {
        if (first == null && !isGone(e)) {
          first = e;
        }
      }
    }

    void end() throws IOException {
      if (first != null) {
        throw first;
      }
    }
  }

  private static boolean isGone(IOException failure) {
    return failure instanceof NoSuchFileException
        || (failure instanceof PosixException posix && posix.is(Errno.ENOENT));
  }

  /** Empties one folder by moving the folders below it to the top, one level at a time. */
  private static final class Flattening {
    private final long end;
    private final String prefix = ".o-" + UUID.randomUUID() + "-";
    private long moved;

    /** Begins a removal that gives up at a time of {@link System#nanoTime}. */
    Flattening(long end) {
      this.end = end;
    }

    boolean isLate() {
      return end - System.nanoTime() < 0;
    }

    void requireTime(Fd top) throws IOException {
      if (isLate()) {
        throw new IOException(top + " is not empty yet");
      }
    }

    /** Removes an entry of a folder, and the folders in it by way of itself. */
    void remove(Fd parent, Entry entry) throws IOException {
      requireTime(parent);
      if (!isFolder(parent, entry)) {
        parent.removeFile(entry.name());
      } else {
        openUp(parent, entry.name());
        try (Fd top = parent.open(entry.name(), Open.FOLDER)) {
          drain(top, top);
        }
        parent.removeFolder(entry.name());
      }
    }

    /** Removes the entries of {@code from}, which is {@code top} or in it, until none is left. */
    private void drain(Fd from, Fd top) throws IOException {
      var reader = from.reader();
      boolean any = true;
      while (any) {
        any = false;
        reader.rewind();
        for (List<Entry> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
          any = true;
          for (Entry entry : batch) {
            removeOrMiss(from, entry, top);
          }
        }
      }
    }

    private void removeOrMiss(Fd from, Entry entry, Fd top) throws IOException {
      try {
        removeEntry(from, entry, top);
      } catch (IOException e) {
        if (!isGone(e)) {
          throw e;
        }
      }
    }

    private void removeEntry(Fd from, Entry entry, Fd top) throws IOException {
      requireTime(top);
      Name name = entry.name();
      if (!isFolder(from, entry)) {
        from.removeFile(name);
      } else if (!removedEmpty(from, name)) {
        openUp(from, name);
        if (from == top) {
          drainChild(top, name);
        } else {
          from.move(name, top, Name.of(prefix + moved++));
        }
      }
    }

    private void drainChild(Fd top, Name name) throws IOException {
      try (Fd child = top.open(name, Open.FOLDER)) {
        drain(child, top);
      }
      top.removeFolder(name);
    }

    private static boolean isFolder(Fd from, Entry entry) throws PosixException {
      return entry.folder().isPresent() ? entry.folder().get() : from.stat(entry.name()).isFolder();
    }

    private static boolean removedEmpty(Fd from, Name name) throws PosixException {
      try {
        from.removeFolder(name);
        return true;
      } catch (PosixException e) {
        if (e.is(Errno.ENOTEMPTY, Errno.EEXIST)) {
          return false;
        }
        throw e;
      }
    }

    private static void openUp(Fd from, Name name) throws PosixException {
      try (Fd child = from.open(name, Open.HANDLE)) {
        child.chmod(0700);
      }
    }
  }
}
