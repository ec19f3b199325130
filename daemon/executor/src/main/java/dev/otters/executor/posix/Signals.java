package dev.otters.executor.posix;

import java.util.function.BooleanSupplier;

/** Sends signals to processes that are not children of this one. */
public final class Signals {
  /** Asks a process to end. */
  public static final int TERM = 15;

  /** Kills a process. */
  public static final int KILL = 9;

  /** Stops a process. */
  public static final int STOP = 19;

  private Signals() {}

  /**
   * Sends a signal to one process, never to a later one with the same pid.
   *
   * @param meant returns, once the process is held, whether it is the right one
   * @return whether the signal was sent; the process may have ended
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
   * Kills a process group, if it exists.
   *
   * @param leader the pid of the process that leads it and still exists
   */
  public static void killGroup(int leader) throws PosixException {
    if (leader <= 1) {
      throw new IllegalArgumentException("not a process group to signal: " + leader);
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
