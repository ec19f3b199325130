package dev.otters.resources.files;

/**
 * The limits of files.
 *
 * @param files of a grant and what is below it
 * @param bytes of their texts together
 * @param bytesEach of the text of one
 */
public record FilesLimits(long files, long bytes, int bytesEach) {
  /** The limits of this release. */
  public static final FilesLimits USUAL = new FilesLimits(1_000, 16 << 20, 64 << 10);
}
