package dev.otters.agents.repo;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FolderReader.Entry;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The copy of one repository, and the copies of it that were replaced. The agent may write to all
 * of them at any time, so none is removed that differs from what the agent was given.
 *
 * @param folder the folder of all copies of the agent
 * @param end the time of {@link System#nanoTime} after which what was not compared counts as
 *     changed
 */
record WorkingCopy(Fd folder, String repo, long end) {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** The limit on the copies that were replaced. */
  static final int MOST = 8;

  /** Replaced, and unchanged then. The name ends with the digest that it had. */
  private static final String BEFORE = ".before-";

  /** Replaced, and changed since. */
  private static final String KEPT = ".kept-";

  WorkingCopy(Fd folder, String repo) {
    this(folder, repo, System.nanoTime() + PATIENCE.toNanos());
  }

  private Name name() {
    return Name.of(repo);
  }

  boolean exists() throws PosixException {
    try {
      var _ = folder.stat(name());
      return true;
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }

  /** Returns whether it is there and has anything that its clone had not. */
  boolean isChanged(String digest) throws PosixException {
    return exists() && !has(name(), digest);
  }

  private boolean has(Name name, String digest) {
    try (Fd copy = folder.open(name, Open.HANDLE)) {
      return copy.stat().isFolder() && TreeDigest.of(copy, end).filter(digest::equals).isPresent();
    } catch (PosixException _) {
      return false;
    }
  }

  /**
   * Replaces the copy, and compares it only when it is not in its place any more. So no program
   * that uses the path of the copy writes to it after that.
   *
   * @param from a folder with the new clone
   * @param fresh the digest of the clone
   * @param known the digest of an unchanged copy; empty to discard the changes
   * @param used whether a program of the agent may have the copy open; then it stays
   * @return whether the copy was replaced; a changed one is in its place again
   */
  boolean replace(Fd from, Name clone, String fresh, Optional<String> known, boolean used)
      throws IOException {
    settle();
    Name coming = Name.of(BEFORE + repo + "-" + fresh);
    from.move(clone, folder, coming);
    if (!placed(coming)) {
      return true;
    }
    // If the daemon ends before this, the copy stays, since it has another digest than its name.
    Name other = Name.of(BEFORE + repo + "-" + known.orElse(fresh));
    folder.move(coming, folder, other);
    if (known.isPresent() && !has(other, known.get())) {
      boolean unused = swap(other);
      keepOrDrop(other, fresh);
      return false;
    }
    if (known.isEmpty() || !used) {
      TreeRemover.setAside(folder, other);
    }
    return true;
  }

  /** Puts a clone in the place of the copy, or removes it. */
  private boolean placed(Name clone) throws PosixException {
    try {
      return swap(clone);
    } catch (PosixException e) {
      TreeRemover.setAside(folder, clone);
      throw e;
    }
  }

  /** Exchanges the copy with another folder. Returns whether there was a copy. */
  private boolean swap(Name other) throws PosixException {
    try {
      folder.exchange(other, name());
      return true;
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        throw e;
      }
      folder.move(other, folder, name());
      return false;
    }
  }

  /** Removes the copies that were replaced and did not change since, and keeps the others. */
  private void settle() throws IOException {
    String prefix = BEFORE + repo + "-";
    List<Name> replaced = named(prefix, 64);
    if (replaced.size() + named(KEPT + repo + "-", 32).size() > MOST) {
      throw new IOException("it has more than %d earlier copies of %s".formatted(MOST, repo));
    }
    for (Name name : replaced) {
      keepOrDrop(name, name.toString().substring(prefix.length()));
    }
  }

  private void keepOrDrop(Name name, String digest) throws PosixException {
    if (has(name, digest)) {
      TreeRemover.setAside(folder, name);
    } else {
      String unique = UUID.randomUUID().toString().replace("-", "");
      folder.move(name, folder, Name.of(KEPT + repo + "-" + unique));
    }
  }

  /** Sets aside the copy, and those that were replaced, unless the agent made more of them. */
  void drop() throws IOException {
    TreeRemover.setAside(folder, name());
    for (Name name : named(BEFORE + repo + "-", 64)) {
      TreeRemover.setAside(folder, name);
    }
    for (Name name : named(KEPT + repo + "-", 32)) {
      TreeRemover.setAside(folder, name);
    }
  }

  /** Returns some entries with a prefix and then so many hexadecimal digits. */
  private List<Name> named(String prefix, int digits) throws IOException {
    List<Name> found = new ArrayList<>();
    try (Fd all = folder.reopen(Open.FOLDER)) {
      var reader = all.reader();
      for (var batch = reader.next();
          !batch.isEmpty() && found.size() <= MOST;
          batch = reader.next()) {
        batch.stream()
            .map(Entry::name)
            .filter(
                it ->
                    it.latin().startsWith(prefix)
                        && it.latin()
                            .substring(prefix.length())
                            .matches("[0-9a-f]{" + digits + "}"))
            .forEach(found::add);
      }
    }
    return found;
  }
}
