package dev.otters.agents.files;

import dev.otters.api.agent.FileFacts;
import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarEntry.Kind;
import dev.otters.api.tar.TarOut;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileMark;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.FolderReader;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Packs a file or folder that its owner may change meanwhile. What cannot be read is left out and
 * noted, so that the tar is whole. Memory and open files depend on the depth only.
 */
final class TreeReader {
  /** The deepest folder below the first one; each level keeps a folder open. */
  static final int DEEPEST = 512;

  private static final int PERMISSIONS = 0777;

  private final Areas areas;
  private final Place place;
  private final Tally tally;
  private final TarOut out;
  private final Deque<Level> levels = new ArrayDeque<>();

  /** An open folder, some of its entries, and its names in the tar and in the sandbox. */
  private static final class Level {
    final Fd folder;
    final String name;
    final List<Name> path;
    final FolderReader reader;
    Iterator<FolderReader.Entry> batch = Collections.emptyIterator();

    Level(Fd folder, String name, List<Name> path) {
      this.folder = folder;
      this.name = name;
      this.path = path;
      this.reader = folder.reader();
    }
  }

  TreeReader(Areas areas, Place place, Tally tally, OutputStream out) {
    this.areas = areas;
    this.place = place;
    this.tally = tally;
    this.out = new TarOut(out);
  }

  /** Returns what is at a place. Throws when nothing is there, or nothing that can be copied. */
  static FileFacts facts(Place place) {
    try {
      FileMark mark =
          place.file().isPresent()
              ? place.file().get().mark()
              : place.folder().orElseThrow().mark(place.name());
      String name = place.name().toString();
      return switch (mark.stat().kind()) {
        case FOLDER -> new FileFacts(name, "folder", 0);
        case FILE -> new FileFacts(name, "file", mark.size());
        case LINK -> new FileFacts(name, "link", 0);
        case SOCKET, OTHER ->
            throw Refused.invalid(Areas.text(place.path()) + " is a socket, pipe or device");
      };
    } catch (PosixException e) {
      throw e.is(Errno.ENOENT)
          ? Refused.missing(Areas.text(place.path()))
          : Refused.of("cannot read " + Areas.text(place.path()), e);
    }
  }

  /**
   * Writes the tar.
   *
   * @param name the name of the first entry
   * @throws IOException when it cannot be written
   */
  void run(String name) throws IOException {
    try {
      first(name);
      while (!levels.isEmpty()) {
        step(levels.getLast());
      }
      out.finish();
    } finally {
      levels.forEach(level -> level.folder.close());
    }
  }

  private void first(String name) throws IOException {
    try {
      if (place.file().isPresent()) {
        Fd file = place.file().get();
        add(file, file.mark(), name, place.path());
      } else {
        Fd folder = place.folder().orElseThrow();
        addLink(folder, place.name(), folder.mark(place.name()), name);
      }
    } catch (PosixException e) {
      throw Refused.of("cannot read " + Areas.text(place.path()), e);
    }
  }

  private void step(Level level) throws IOException {
    if (!level.batch.hasNext() && !refill(level)) {
      level.folder.close();
      levels.removeLast();
      return;
    }
    Name name = level.batch.next().name();
    String inTar = level.name + "/" + name.latin();
    List<Name> path = new ArrayList<>(level.path);
    path.add(name);
    if (areas.isRoot(path)) {
      tally.left(Areas.text(path), "a mount, copy it by its own path");
    } else if (inTar.length() > TarEntry.LONGEST || levels.size() > DEEPEST) {
      tally.lost(Areas.text(path), "too deep");
    } else {
      try {
        entry(level.folder, name, inTar, path);
      } catch (PosixException e) {
        tally.lost(Areas.text(path), e.is(Errno.ENOENT) ? "removed meanwhile" : e.reason());
      }
    }
  }

  private boolean refill(Level level) {
    try {
      level.batch = level.reader.next().iterator();
      return level.batch.hasNext();
    } catch (PosixException e) {
      tally.lost(Areas.text(level.path), e.reason());
      return false;
    }
  }

  private void entry(Fd folder, Name name, String inTar, List<Name> path) throws IOException {
    FileMark mark = folder.mark(name);
    switch (mark.stat().kind()) {
      case LINK -> addLink(folder, name, mark, inTar);
      case FILE, FOLDER -> {
        try (Fd file = folder.open(name, Open.HANDLE)) {
          add(file, file.mark(), inTar, path);
        }
      }
      case SOCKET, OTHER -> tally.left(Areas.text(path), "a socket, pipe or device");
    }
  }

  private void addLink(Fd folder, Name name, FileMark mark, String inTar) throws IOException {
    String target = folder.readLink(name).latin();
    out.add(new TarEntry(Kind.LINK, inTar, target, 0, PERMISSIONS, seconds(mark)));
    tally.count(0);
  }

  /** Adds what a handle is, which can no longer become something else. */
  private void add(Fd file, FileMark mark, String inTar, List<Name> path) throws IOException {
    int mode = mark.stat().permissions() & PERMISSIONS;
    if (mark.stat().isFolder()) {
      Fd folder = file.reopen(Open.FOLDER);
      levels.addLast(new Level(folder, inTar, path));
      out.add(new TarEntry(Kind.FOLDER, inTar + "/", "", 0, mode, seconds(mark)));
      tally.count(0);
    } else if (mark.stat().kind() == FileStat.Kind.FILE) {
      try (Fd open = file.reopen(Open.READ)) {
        TarEntry entry = new TarEntry(Kind.FILE, inTar, "", mark.size(), mode, seconds(mark));
        if (!out.add(entry, content(open.input(), path))) {
          tally.lost(Areas.text(path), "changed while it was read");
        }
        tally.count(mark.size());
      }
    } else {
      tally.left(Areas.text(path), "a socket, pipe or device");
    }
  }

  /** Ends a content that cannot be read further. */
  private TarOut.Content content(InputStream in, List<Name> path) {
    return (bytes, offset, length) -> {
      try {
        return in.read(bytes, offset, length);
      } catch (PosixException e) {
        tally.lost(Areas.text(path), e.reason());
        return -1;
      }
    };
  }

  private static long seconds(FileMark mark) {
    return mark.modified().getEpochSecond();
  }
}
