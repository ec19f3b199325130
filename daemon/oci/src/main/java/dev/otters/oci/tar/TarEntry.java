package dev.otters.oci.tar;

/**
 * One entry of a tar.
 *
 * @param name relative path without {@code .}, {@code ..} or empty segments; empty for the root
 *     folder
 * @param target of a link as it was written; empty for everything else
 * @param size in bytes, of files only
 */
public record TarEntry(String name, Kind kind, String target, long size) {
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
