package dev.otters.oci.tar;

import java.time.Instant;

/**
 * One entry of a tar.
 *
 * @param name relative path without {@code .}, {@code ..} or empty segments; empty for the root
 *     folder
 * @param target of a link as it was written; empty for everything else
 * @param size in bytes, of files only
 * @param executable whether anybody may execute it
 * @param modified when it was last written to, as the tar says
 */
public record TarEntry(
    String name, Kind kind, String target, long size, boolean executable, Instant modified) {

  /** Makes an entry that nobody may execute, of the epoch. */
  public TarEntry(String name, Kind kind, String target, long size) {
    this(name, kind, target, size, false, Instant.EPOCH);
  }

  /** What an entry is. */
  public enum Kind {
    FILE,
    FOLDER,
    SYMBOLIC_LINK,
    /** A further name of an earlier entry; its target is such a name. */
    HARD_LINK,
    /** A device, a pipe or anything else without content. */
    OTHER
  }
}
