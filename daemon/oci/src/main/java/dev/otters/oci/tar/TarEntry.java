package dev.otters.oci.tar;

import java.time.Instant;

/**
 * One entry of a tar.
 *
 * @param name relative path without {@code .}, {@code ..} or empty segments; empty for the root
 *     folder
 * @param target the unchanged target of a link; empty for other kinds
 * @param size of a file in bytes; 0 for other kinds
 * @param executable whether any execute permission is set
 * @param modified the modification time in the tar
 */
public record TarEntry(
    String name, Kind kind, String target, long size, boolean executable, Instant modified) {

  /** Creates an entry that is not executable, modified at the epoch. */
  public TarEntry(String name, Kind kind, String target, long size) {
    this(name, kind, target, size, false, Instant.EPOCH);
  }

  /** The kind of an entry. */
  public enum Kind {
    FILE,
    FOLDER,
    SYMBOLIC_LINK,
    /** Another name of an earlier entry, which its target names. */
    HARD_LINK,
    /** A device, a pipe or another kind without content. */
    OTHER
  }
}
