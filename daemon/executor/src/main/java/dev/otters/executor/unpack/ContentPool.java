package dev.otters.executor.unpack;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;

/**
 * A pool of file contents under numbers, so that no name from a layer is used while the layers are
 * read.
 */
final class ContentPool {
  private static final int FILE = 0644;
  private static final int PROGRAM = 0755;

  private final Fd folder;
  private long count;

  ContentPool(Fd folder) {
    this.folder = folder;
  }

  /** Stores the content of a tar's current entry, and returns its number. */
  long take(TarEntry entry, TarReader tar) throws IOException {
    long id = count++;
    try (Fd file = folder.open(name(id), Open.NEW_FILE)) {
      tar.copyTo(file.output());
      file.chmod(entry.executable() ? PROGRAM : FILE);
      file.setModified(entry.modified());
    }
    return id;
  }

  /** Gives a content a name in another folder. */
  void place(long id, Fd target, Name name) throws PosixException {
    folder.link(name(id), target, name);
  }

  void clear() throws PosixException {
    for (long id = 0; id < count; id++) {
      folder.removeFile(name(id));
    }
  }

  private static Name name(long id) {
    return Name.of(Long.toString(id));
  }
}
