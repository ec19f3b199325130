package dev.otters.oci.store;

import java.io.IOException;

/** Receives a blob from a remote source, and checks it. */
public interface BlobTarget {
  /** Returns the number of bytes received. */
  long position();

  /** Restarts the blob at its first byte. */
  void restart() throws IOException;

  /** Receives bytes. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /**
   * Returns a target that writes to a writer. A writer cannot go back, so repeated bytes are
   * skipped.
   */
  static BlobTarget of(BlobWriter writer) {
    return new BlobTarget() {
      private long skip;

      @Override
      public long position() {
        return writer.position();
      }

      @Override
      public void restart() {
        skip = writer.position();
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        int passed = (int) Math.min(skip, length);
        skip -= passed;
        writer.write(bytes, offset + passed, length - passed);
      }
    };
  }
}
