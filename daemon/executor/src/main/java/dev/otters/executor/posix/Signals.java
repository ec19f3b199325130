package dev.otters.executor.posix;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Sends signals to processes that are not children of this one, and receives its own. */
public final class Signals {
  /** Asks a process to end. */
  public static final int TERM = 15;

  /** Kills a process. */
  public static final int KILL = 9;

  /** Stops a process. */
  public static final int STOP = 19;

  private static final String IGNORED = "SigIgn:";

  /** The last signal of programs; those above belong to libc. */
  private static final int LAST = 31;

  private Signals() {}

  /**
   * Receives the signals that this process ignores since its parent did, as a script does that
   * starts it in the background. They still have no effect here, but on the programs that this
   * process starts, which inherit only what is ignored.
   */
  public static void receiveIgnored() throws IOException {
    long ignored =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith(IGNORED))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(IGNORED.length()).strip(), 16))
            .findFirst()
            .orElse(0);
    for (int signal = 1; signal <= LAST; signal++) {
      if ((ignored >>> (signal - 1) & 1) != 0) {
        receive(signal);
      }
    }
  }

  /** Makes abs(3) the handler, which has the shape of a handler and no effect. */
  @SuppressWarnings("restricted")
  private static void receive(int signal) {
    Linker linker = Linker.nativeLinker();
    MemorySegment handler = linker.defaultLookup().findOrThrow("abs");
    MethodHandle change =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("signal"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    try {
      MemorySegment before = (MemorySegment) change.invokeExact(signal, handler);
      if (before.address() == -1) {
        throw new IllegalStateException("cannot receive signal " + signal);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable t) {
      throw new IllegalStateException("cannot receive signal " + signal, t);
    }
  }

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
