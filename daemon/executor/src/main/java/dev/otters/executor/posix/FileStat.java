package dev.otters.executor.posix;

/**
 * The kind, permissions, owner and identity of a file.
 *
 * @param permissions the lowest twelve mode bits
 * @param mountId the mount through which it was reached, as the first field of mountinfo; -1 when
 *     the kernel does not tell (before 5.8)
 */
public record FileStat(Kind kind, int permissions, int uid, int gid, FileId id, long mountId) {
  /** The kind of a file. */
  public enum Kind {
    FOLDER,
    FILE,
    LINK,
    SOCKET,
    OTHER
  }

  /** The identity of a file on this machine while it exists. */
  public record FileId(int major, int minor, long inode) {}

  private static final int FORMAT = 0170000;

  static FileStat ofMode(int mode, int uid, int gid, FileId id, long mountId) {
    Kind kind =
        switch (mode & FORMAT) {
          case 0040000 -> Kind.FOLDER;
          case 0100000 -> Kind.FILE;
          case 0120000 -> Kind.LINK;
          case 0140000 -> Kind.SOCKET;
          default -> Kind.OTHER;
        };
    return new FileStat(kind, mode & 07777, uid, gid, id, mountId);
  }

  /** Returns whether it is a folder; a link to one is not. */
  public boolean isFolder() {
    return kind == Kind.FOLDER;
  }
}
