package dev.otters.oci.store;

/**
 * What a collection of garbage removed.
 *
 * @param blobs how many
 * @param bytes their size
 */
public record Collected(int blobs, long bytes) {
  static final Collected NOTHING = new Collected(0, 0);
}
