package dev.otters.oci.registry.client;

import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.FetchedBlob;
import java.io.IOException;

/** Takes a blob that comes from a registry, and checks it. */
public interface BlobTarget {
  /** Returns how many bytes are there. */
  long position();

  /** Takes the blob from its first byte on. */
  void restart() throws IOException;

  /** Takes bytes. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Returns what takes the bytes into the store. */
  static BlobTarget of(FetchedBlob blob) {
    return new BlobTarget() {
      @Override
      public long position() {
        return blob.position();
      }

      @Override
      public void restart() throws IOException {
        blob.restart();
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        blob.write(bytes, offset, length);
      }
    };
  }

  /**
   * Returns what takes the bytes into a writer, which cannot go back: it passes over what it has.
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
