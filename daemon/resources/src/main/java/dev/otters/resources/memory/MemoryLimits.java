package dev.otters.resources.memory;

/**
 * The limits of memories.
 *
 * @param entries of a grant and what is below it, with those that were superseded
 * @param bytes of their texts together
 * @param bytesEach of the text of one
 */
public record MemoryLimits(long entries, long bytes, int bytesEach) {
  /** The limits of this release. */
  public static final MemoryLimits USUAL = new MemoryLimits(10_000, 16 << 20, 8 << 10);
}
