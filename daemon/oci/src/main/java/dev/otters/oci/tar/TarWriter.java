package dev.otters.oci.tar;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Writes a reproducible tar: its bytes depend only on names, modes and contents. All entries belong
 * to root, with time 0.
 */
public final class TarWriter implements AutoCloseable {
  private final TarArchiveOutputStream tar;

  /** Starts a tar. Closing the writer finishes the tar and leaves {@code out} open. */
  public TarWriter(OutputStream out) {
    tar = new TarArchiveOutputStream(new Uncloseable(out));
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** Adds a folder with mode 0755; {@code name} has no trailing slash. */
  public void folder(String name) throws IOException {
    tar.putArchiveEntry(entry(name + "/", 0755, 0));
    tar.closeArchiveEntry();
  }

  /** Adds a file with these permissions. */
  public void file(String name, int mode, byte[] content) throws IOException {
    tar.putArchiveEntry(entry(name, mode, content.length));
    tar.write(content);
    tar.closeArchiveEntry();
  }

  /**
   * Adds a file with the given content.
   *
   * @throws IOException also if {@code content} does not have exactly {@code size} bytes
   */
  public void file(String name, int mode, InputStream content, long size) throws IOException {
    tar.putArchiveEntry(entry(name, mode, size));
    content.transferTo(tar);
    tar.closeArchiveEntry();
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }

  private static TarArchiveEntry entry(String name, int mode, long size) {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(size);
    entry.setMode(mode);
    entry.setModTime(0L);
    return entry;
  }

  private static final class Uncloseable extends FilterOutputStream {
    Uncloseable(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }
}
