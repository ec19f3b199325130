package dev.otters.oci.store;

/**
 * The result of a garbage collection.
 *
 * @param blobs the number of removed blobs
 * @param bytes their total size
 */
public record Collected(int blobs, long bytes) {
  static final Collected NOTHING = new Collected(0, 0);

  Collected plus(long size) {
    return new Collected(blobs + 1, bytes + size);
  }

  Collected plus(Collected other) {
    return new Collected(blobs + other.blobs, bytes + other.bytes);
  }
}
