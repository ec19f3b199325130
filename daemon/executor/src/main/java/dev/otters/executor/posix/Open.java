package dev.otters.executor.posix;

/** Says what a file is opened for. */
public enum Open {
  /** To name it in further calls; needs no permission on it. */
  HANDLE(010000000),
  /** To read the entries of a folder. */
  FOLDER(0),
  /** To read what a file holds. */
  READ(0),
  /** To create an empty file that is not there yet. */
  NEW_FILE(0100 | 0200 | 01);

  private static final long CLOSE_ON_EXEC = 02000000;

  private final long flags;

  Open(long flags) {
    this.flags = flags | CLOSE_ON_EXEC;
  }

  long flags() {
    return this == FOLDER ? flags | folderFlag() : flags;
  }

  private static long folderFlag() {
    return Syscall.onArm() ? 040000 : 0200000;
  }
}
