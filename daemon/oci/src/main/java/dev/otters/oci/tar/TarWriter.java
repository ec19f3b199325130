package dev.otters.oci.tar;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes a tar whose bytes depend on names, modes and contents only: root owns all, time is 0. */
public final class TarWriter implements AutoCloseable {
  private final TarArchiveOutputStream tar;

  /** Starts a tar; closing the writer ends the tar and leaves {@code out} open. */
  public TarWriter(OutputStream out) {
    tar = new TarArchiveOutputStream(new Uncloseable(out));
    tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
  }

  /** Adds a folder that everybody may read; {@code name} has no slash at its end. */
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
   * Adds a file that {@code content} gives.
   *
   * @throws IOException also when it does not give exactly {@code size} bytes
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
    entry.setIds(0, 0);
    entry.setNames("", "");
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
