package dev.otters.agents.repo;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.FolderReader.Entry;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The digest of a working copy: of the names, kinds and bytes of all its files, also of those of
 * git, and of which files are programs. The index of git is left out, since git writes it whenever
 * it looks for changes. Files are bytes here: nothing of git is understood or followed.
 */
final class TreeDigest {
  /** The most entries, bytes of all names and of all files, and folders in each other. */
  private static final int ENTRIES = 250_000;

  private static final int NAMES = 16 << 20;
  private static final long BYTES = 4L << 30;
  private static final int DEEPEST = 200;

  private static final int PROGRAM = 0100;
  private static final int BUFFER = 64 << 10;
  private static final Name GIT = Name.of(".git");
  private static final Name INDEX = Name.of("index");

  private final byte[] buffer = new byte[BUFFER];
  private final long end;
  private int entries;
  private long names;
  private long bytes;

  private TreeDigest(long end) {
    this.end = end;
  }

  /** Stops the reading of a tree that no clone can be. */
  private static final class Odd extends IOException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Returns the digest of a folder.
   *
   * @param end the time of {@link System#nanoTime} at which to give up
   * @return empty if it has what no clone has, is too large or not read in time, or cannot be read
   */
  static Optional<String> of(Fd folder, long end) {
    try (Fd top = folder.reopen(Open.FOLDER)) {
      byte[] digest = new TreeDigest(end).folder(top, 0, false);
      return Optional.of(HexFormat.of().formatHex(digest));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private byte[] folder(Fd folder, int depth, boolean git) throws IOException {
    if (depth > DEEPEST) {
      throw new Odd();
    }
    MessageDigest digest = sha256();
    for (Name name : names(folder)) {
      if (git && name.equals(INDEX)) {
        continue;
      }
      byte[] label = name.toBytes();
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(label.length).flip());
      digest.update(label);
      FileStat stat = folder.stat(name);
      switch (stat.kind()) {
        case FOLDER -> add(digest, 'd', inner(folder, name, depth));
        case FILE -> add(digest, isProgram(stat) ? 'x' : 'f', file(folder, name));
        case LINK -> add(digest, 'l', sha256().digest(folder.readLink(name).toBytes()));
        case SOCKET, OTHER -> throw new Odd();
      }
    }
    return digest.digest();
  }

  private static boolean isProgram(FileStat stat) {
    return (stat.permissions() & PROGRAM) == PROGRAM;
  }

  private static void add(MessageDigest digest, char kind, byte[] content) {
    digest.update((byte) kind);
    digest.update(content);
  }

  private byte[] inner(Fd folder, Name name, int depth) throws IOException {
    try (Fd inner = folder.open(name, Open.FOLDER)) {
      return folder(inner, depth + 1, depth == 0 && name.equals(GIT));
    }
  }

  private byte[] file(Fd folder, Name name) throws IOException {
    MessageDigest digest = sha256();
    try (Fd handle = folder.open(name, Open.HANDLE)) {
      if (handle.stat().kind() != FileStat.Kind.FILE) {
        throw new Odd();
      }
      try (Fd file = handle.reopen(Open.READ)) {
        InputStream in = file.input();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          bytes += read;
          require(bytes <= BYTES);
          digest.update(buffer, 0, read);
        }
      }
    }
    return digest.digest();
  }

  private NavigableSet<Name> names(Fd folder) throws IOException {
    NavigableSet<Name> found = new TreeSet<>();
    var reader = folder.reader();
    for (var batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
      entries += batch.size();
      batch.stream().map(Entry::name).forEach(found::add);
      names += batch.stream().mapToLong(entry -> entry.name().latin().length()).sum();
      require(entries <= ENTRIES && names <= NAMES);
    }
    return found;
  }

  private void require(boolean small) throws Odd {
    if (!small || end - System.nanoTime() < 0) {
      throw new Odd();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
