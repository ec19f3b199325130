package dev.otters.executor.posix;

import java.util.function.BooleanSupplier;

/** Sends signals to processes that are not this one's children. */
public final class Signals {
  /** Asks a process to end. */
  public static final int TERM = 15;

  /** Ends a process. */
  public static final int KILL = 9;

  /** Freezes a process. */
  public static final int STOP = 19;

  private Signals() {}

  /**
   * Sends a signal to one process, which cannot be mistaken for a later one of the same number.
   *
   * @param meant says, once the process is held, whether it is the one that is meant
   * @return whether it was sent; there may be no such process any more
   */
  public static boolean send(int pid, int signal, BooleanSupplier meant) throws PosixException {
    try {
      long held = Syscall.PIDFD_OPEN.call("process " + pid, pid, 0, 0, 0, 0);
      try {
        if (!meant.getAsBoolean()) {
          return false;
        }
        Syscall.PIDFD_SEND_SIGNAL.call("process " + pid, held, signal, 0, 0, 0);
        return true;
      } finally {
        Syscall.CLOSE.call("process " + pid, held, 0, 0, 0, 0);
      }
    } catch (PosixException e) {
      if (e.is(Errno.ESRCH)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Ends a group of processes at once; none is fine.
   *
   * @param leader the number of the process that leads it and still is there
   */
  public static void killGroup(int leader) throws PosixException {
    if (leader <= 1) {
      throw new IllegalArgumentException("no group of our own: " + leader);
    }
    try {
      Syscall.KILL.call("group " + leader, -leader, KILL, 0, 0, 0);
    } catch (PosixException e) {
      if (!e.is(Errno.ESRCH)) {
        throw e;
      }
    }
  }
}
