package dev.otters.sessions.mirror;

import dev.otters.home.FreeSpace;
import dev.otters.home.PrivateFiles;
import dev.otters.protocol.CrashPoint;
import dev.otters.sessions.mirror.Backlog.Change;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the mirrors. Used by one thread. */
final class MirrorWriter {
  private static final Logger LOG = LoggerFactory.getLogger(MirrorWriter.class);
  private static final int PAGE = 200;
  private static final String MIRRORS = "{*" + Mirrored.SUFFIX + "," + MirrorFile.PART + "}";

  private final Origin origin;
  private final Path root;
  private final Backlog backlog;
  private final FreeSpace space;

  /** Whether the log says that mirrors cannot be written. */
  private boolean told;

  private boolean failed;
  private volatile boolean closed;

  private interface Work {
    void run() throws IOException;
  }

  MirrorWriter(Origin origin, Path root, Backlog backlog, FreeSpace space) {
    this.origin = origin;
    this.root = root;
    this.backlog = backlog;
    this.space = space;
  }

  /** Stops soon. What is missing then is written by the next daemon. */
  void close() {
    closed = true;
  }

  /** Writes what mirrors lack. What fails stays in the backlog. */
  void follow() {
    Backlog.Batch batch = backlog.take();
    failed = false;
    batch.changes().forEach(change -> attempt(() -> apply(change), backlog::addEverything));
    if (batch.everything()) {
      attempt(this::followAll, backlog::addEverything);
    }
    for (long key : batch.sessions()) {
      attempt(() -> follow(find(key)), () -> backlog.again(key));
    }
    told &= failed;
  }

  private void attempt(Work work, Runnable otherwise) {
    if (closed) {
      return;
    }
    try {
      work.run();
    } catch (IOException | RuntimeException e) {
      otherwise.run();
      failed = true;
      if (!told && !closed) {
        told = true;
        LOG.atWarn()
            .addKeyValue("folder", root)
            .setCause(e)
            .log(
                "Cannot mirror sessions. Make the folder writable and free space on its disk; the"
                    + " next event writes what is missing.");
      }
    }
  }

  private void followAll() throws IOException {
    PrivateFiles.createFolder(root);
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(root)) {
      for (Path folder : folders) {
        // The next start tries again: one folder must not keep everything in the backlog.
        attempt(() -> tidy(folder, this::isGone), () -> {});
      }
    }
    space.require();
    long last = 0;
    List<Mirrored> page;
    do {
      page = page(last);
      for (Mirrored session : page) {
        last = session.key();
        attempt(() -> followIfBehind(session), () -> backlog.again(session.key()));
      }
    } while (!page.isEmpty() && !closed);
  }

  private List<Mirrored> page(long after) {
    return origin.database().read(rows -> Mirrored.after(rows, after, PAGE));
  }

  private boolean isGone(String folder, String file) {
    return !origin.database().read(rows -> Mirrored.exists(rows, folder, file));
  }

  /** Removes mirrors from a folder, and the folder if nothing is left. */
  private static void tidy(Path folder, BiPredicate<String, String> gone) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, MIRRORS)) {
      for (Path file : files) {
        if (isOurs(file) && gone.test(name(folder), name(file))) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    } catch (DirectoryNotEmptyException _) {
      // Other mirrors are there, or files that are not ours.
    }
  }

  /** Returns whether this class wrote a file: only such a file may be removed. */
  private static boolean isOurs(Path file) throws IOException {
    return name(file).equals(MirrorFile.PART)
        ? Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        : new MirrorFile(file).isMirror();
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private void apply(Change change) throws IOException {
    Path path = root.resolve(change.path());
    Path newPath = root.resolve(change.newPath());
    if (!change.removes()) {
      if (Files.exists(newPath, LinkOption.NOFOLLOW_LINKS)) {
        followAll();
      } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.move(path, newPath, StandardCopyOption.ATOMIC_MOVE);
      }
    } else if (change.path().contains("/")) {
      Files.deleteIfExists(path);
    } else {
      tidy(path, (folder, file) -> true);
    }
  }

  private Optional<Mirrored> find(long key) {
    return origin.database().read(rows -> Mirrored.find(rows, key));
  }

  private MirrorFile file(Mirrored session) throws IOException {
    PrivateFiles.createFolder(root.resolve(session.folder()));
    return new MirrorFile(root.resolve(session.path()));
  }

  private void followIfBehind(Mirrored session) throws IOException {
    if (!file(session).isComplete(session)) {
      follow(Optional.of(session));
    }
  }

  /** Adds the rows that a file lacks, or writes it anew if its last line is not a row. */
  private void follow(Optional<Mirrored> found) throws IOException {
    if (found.isEmpty()) {
      return;
    }
    space.require();
    Mirrored session = found.get();
    MirrorFile file = file(session);
    Optional<Lines> rest =
        file.exists()
            ? file.tail().flatMap(tail -> Lines.after(origin, session, tail))
            : Optional.empty();
    CrashPoint.at("mirror-behind");
    if (rest.isPresent()) {
      file.append(rest.get(), session.lastSeq());
      CrashPoint.at("mirror-written");
      file.stamp(session);
    } else {
      replace(session);
    }
  }

  private void replace(Mirrored session) throws IOException {
    space.require();
    MirrorFile file = file(session);
    file.replace(new Lines(origin, session), session.lastSeq());
    file.stamp(session);
  }

  /**
   * Finds the damage of a mirror.
   *
   * @param repair whether to write a damaged mirror anew
   */
  Outcome check(long key, boolean repair) {
    follow();
    Optional<String> damage = Optional.empty();
    try {
      damage = damage(find(key));
      if (damage.isPresent()) {
        Optional<Mirrored> session = find(key);
        // What was committed just now is in the backlog when another transaction ends.
        origin.database().update(tx -> {});
        if (backlog.has(key)) {
          follow(session);
        }
        damage = damage(session).filter(_ -> isStill(session));
        if (repair && damage.isPresent()) {
          replace(session.orElseThrow());
          return new Outcome(damage, true);
        }
      }
    } catch (IOException | RuntimeException e) {
      damage = Optional.of("the mirror cannot be read or written: " + e);
    }
    return new Outcome(damage, false);
  }

  /** Returns whether a session has not been removed meanwhile. */
  private boolean isStill(Optional<Mirrored> session) {
    return session
        .flatMap(was -> find(was.key()).filter(now -> now.id().equals(was.id())))
        .isPresent();
  }

  /** The damage of a mirror, if any, and whether it was repaired. */
  record Outcome(Optional<String> damage, boolean repaired) {}

  private Optional<String> damage(Optional<Mirrored> found) throws IOException {
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Mirrored session = found.get();
    MirrorFile file = file(session);
    if (!file.exists()) {
      boolean begun = session.lastSeq() > 0;
      return begun ? Optional.of("the mirror is missing") : Optional.empty();
    }
    long line = file.difference(new Lines(origin, session), session.lastSeq());
    return line == 0
        ? Optional.empty()
        : Optional.of("line " + line + " of the mirror is not what the log gives");
  }
}
