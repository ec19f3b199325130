package dev.otters.executor.posix;

/** The user that this process acts as. */
public final class Caller {
  private Caller() {}

  /** Returns the effective user's id; 0 is root. */
  public static int uid() {
    try {
      return (int) Syscall.GETEUID.call("this process", 0, 0, 0, 0, 0);
    } catch (PosixException e) {
      throw new IllegalStateException("geteuid never fails", e);
    }
  }
}
