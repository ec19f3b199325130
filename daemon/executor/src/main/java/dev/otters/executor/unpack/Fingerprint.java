package dev.otters.executor.unpack;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileMark;
import dev.otters.executor.posix.FileStat.Kind;
import dev.otters.executor.posix.FolderReader;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Computes the digest of a folder with everything in it, without following links. */
final class Fingerprint {
  /** The parts of files that a fingerprint covers, besides names, kinds and permissions. */
  enum Depth {
    /** Sizes and times: fast, and enough to notice any change. */
    MARKS,
    /** The contents of the files. */
    CONTENT
  }

  /** The deepest folder to accept. No image's folder is deeper. */
  private static final int DEEPEST = 400;

  private final Depth depth;
  private final MessageDigest digest = Digest.sha256();

  private Fingerprint(Depth depth) {
    this.depth = depth;
  }

  static Digest of(Fd folder, Depth depth) throws IOException {
    Fingerprint print = new Fingerprint(depth);
    print.addFolder(folder, 0);
    return Digest.ofHash(print.digest.digest());
  }

  private void addFolder(Fd folder, int level) throws IOException {
    if (level > DEEPEST) {
      throw new IOException(folder + " is too deep");
    }
    for (Name name : names(folder)) {
      FileMark mark = folder.mark(name);
      add(name);
      add(Name.of(mark.stat().kind().name()));
      add(mark.stat().permissions());
      if (depth == Depth.MARKS) {
        addMarks(mark);
      }
      switch (mark.stat().kind()) {
        case FOLDER -> {
          try (Fd inner = folder.open(name, Open.FOLDER)) {
            addFolder(inner, level + 1);
          }
        }
        case LINK -> add(folder.readLink(name));
        case FILE -> addContent(folder, name);
        case SOCKET, OTHER -> add(mark.stat().id().inode());
      }
    }
    add(-1);
  }

  private static List<Name> names(Fd folder) throws IOException {
    List<Name> names = new ArrayList<>();
    FolderReader reader = folder.reader();
    reader.rewind();
    for (var batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
      batch.forEach(entry -> names.add(entry.name()));
    }
    Collections.sort(names);
    return names;
  }

  private void addMarks(FileMark mark) {
    add(mark.stat().uid());
    add(mark.stat().gid());
    // The size of a folder depends on the file system.
    add(mark.stat().kind() == Kind.FOLDER ? 0 : mark.size());
    add(mark.modified());
    add(mark.changed());
  }

  private void addContent(Fd folder, Name name) throws IOException {
    if (depth == Depth.CONTENT) {
      MessageDigest content = Digest.sha256();
      byte[] buffer = new byte[1 << 16];
      try (Fd file = folder.open(name, Open.READ)) {
        InputStream in = file.input();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          content.update(buffer, 0, n);
        }
      }
      digest.update(content.digest());
    }
  }

  private void add(Name name) {
    byte[] bytes = name.toBytes();
    add(bytes.length);
    digest.update(bytes);
  }

  private void add(Instant time) {
    add(time.getEpochSecond());
    add(time.getNano());
  }

  private void add(long number) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
  }
}
