package dev.otters.executor.posix;

/** The purpose for which a file is opened. */
public enum Open {
  /** Names the file in further calls; needs no permission on it. */
  HANDLE(010000000),
  /** Reads the entries of a folder. */
  FOLDER(0),
  /** Reads the content of a file. One on which a process holds a lease is refused at once. */
  READ(04000),
  /** Writes to an existing file. */
  WRITE(01),
  /** Creates a new, empty file. */
  NEW_FILE(0100 | 0200 | 01),
  /** Reads and writes a terminal without waiting, and does not become its session. */
  TERMINAL(02 | 0400 | 04000);

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
