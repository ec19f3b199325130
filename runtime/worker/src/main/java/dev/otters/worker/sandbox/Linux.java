package dev.otters.worker.sandbox;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Calls the kernel for what the JDK does not offer. */
public final class Linux {
  /** Ends a process, whatever it does. */
  public static final int SIGKILL = 9;

  /** Freezes a process, whatever it does. */
  public static final int SIGSTOP = 19;

  private static final int PR_SET_DUMPABLE = 4;
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  private Linux() {}

  /**
   * Keeps processes of the same user out of this one: its memory, environment and open files.
   *
   * @throws IllegalStateException if the kernel refuses
   */
  public static void forbidInspection() {
    prctl(PR_SET_DUMPABLE, 0, "PR_SET_DUMPABLE");
  }

  /**
   * Makes orphaned descendants children of this process, so that they can be found and ended.
   *
   * @throws IllegalStateException if the kernel refuses
   */
  public static void adoptOrphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1, "PR_SET_CHILD_SUBREAPER");
  }

  /** Sends a signal; a process that is gone is no error. */
  public static void signal(long pid, int signal) {
    if (pid <= 1) {
      throw new IllegalArgumentException("never signal " + pid);
    }
    int unused = call(() -> (int) Endings.KILL.invokeExact(Endings.KILL_AT, (int) pid, signal));
  }

  /**
   * Takes the exit status of a child that has ended, so that it leaves the process table. Must not
   * be used for children that the JDK started: it waits for those itself.
   *
   * @return whether the child has left
   */
  public static boolean reap(long pid) {
    return call(
            () ->
                (int)
                    Endings.WAITPID.invokeExact(
                        Endings.WAITPID_AT, (int) pid, MemorySegment.NULL, WNOHANG))
        != 0;
  }

  private static void prctl(int option, long value, String name) {
    if (call(() -> (int) Settings.PRCTL.invokeExact(Settings.PRCTL_AT, option, value, 0L, 0L, 0L))
        != 0) {
      throw new IllegalStateException("the kernel refused prctl(" + name + ")");
    }
  }

  private static int call(NativeCall function) {
    try {
      return function.run();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new IllegalStateException("a native call threw a checked exception", impossible);
    }
  }

  private static MemorySegment address(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }

  @SuppressWarnings("restricted") // this program is started with --enable-native-access
  private static MethodHandle function(FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(type);
  }

  /**
   * Calls a function with exactly its types, its address first: anything else, as a handle that is
   * bound to its address, makes more classes at start.
   */
  private interface NativeCall {
    int run() throws Throwable;
  }

  /**
   * What every start needs. It is not said that prctl is variadic: that makes more classes, and no
   * difference to a call with whole numbers on Linux.
   */
  private static final class Settings {
    static final MemorySegment PRCTL_AT = address("prctl");
    static final MethodHandle PRCTL =
        function(
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  /** What is needed only once a tool is to end: each of them takes time to be made. */
  private static final class Endings {
    static final MemorySegment KILL_AT = address("kill");
    static final MethodHandle KILL = function(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    static final MemorySegment WAITPID_AT = address("waitpid");
    static final MethodHandle WAITPID =
        function(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  }
}
