package dev.otters.worker.sandbox;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Kernel calls that the JDK does not offer. */
public final class Linux {
  /** Kills a process unconditionally. */
  public static final int SIGKILL = 9;

  /** Freezes a process unconditionally. */
  public static final int SIGSTOP = 19;

  /** Lets a frozen process go on. */
  public static final int SIGCONT = 18;

  private static final int EVERYONE = -1;
  private static final int PR_SET_DUMPABLE = 4;
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  private Linux() {}

  /**
   * Denies processes of the same user access to this one's memory, environment and open files.
   *
   * @throws IllegalStateException if the kernel refuses
   */
  public static void forbidInspection() {
    prctl(PR_SET_DUMPABLE, 0, "PR_SET_DUMPABLE");
  }

  /**
   * Makes orphaned descendants children of this process, so that it can find and end them.
   *
   * @throws IllegalStateException if the kernel refuses
   */
  public static void adoptOrphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1, "PR_SET_CHILD_SUBREAPER");
  }

  /** Sends a signal; does nothing if the process has ended. */
  public static void signal(long pid, int signal) {
    if (pid <= 1) {
      throw new IllegalArgumentException("never signal " + pid);
    }
    int unused = call(() -> (int) Endings.KILL.invokeExact(Endings.KILL_AT, (int) pid, signal));
  }

  /**
   * Freezes all other processes of this one's PID namespace that it may signal, except the first,
   * in one step: none of them can start another meanwhile.
   */
  public static void stopAllOthers() {
    signalAllOthers(SIGSTOP);
  }

  /** Lets all of them go on. */
  public static void continueAllOthers() {
    signalAllOthers(SIGCONT);
  }

  private static void signalAllOthers(int signal) {
    int unused = call(() -> (int) Endings.KILL.invokeExact(Endings.KILL_AT, EVERYONE, signal));
  }

  /**
   * Reaps a child that has ended. Must not be used for children that the JDK started, which the JDK
   * reaps itself.
   *
   * @return whether the child had ended
   */
  public static boolean reap(long pid) {
    return call(
            () ->
                (int)
                    Endings.WAITPID.invokeExact(
                        Endings.WAITPID_AT, (int) pid, MemorySegment.NULL, WNOHANG))
        != 0;
  }

  /**
   * Ends this process at once, without what the JVM does at its end: with a thread in a system
   * call, as the JDK has for virtual threads, it waits 300 ms for it.
   */
  public static void exit(int code) {
    try {
      // The type of prctl, for which everything is ready; the function ignores what it does not
      // take.
      int unused = (int) Settings.PRCTL.invokeExact(Settings.EXIT_AT, code, 0L, 0L, 0L, 0L);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a native call threw an exception", impossible);
    }
  }

  private static void prctl(int option, long value, String name) {
    if (call(() -> (int) Settings.PRCTL.invokeExact(Settings.PRCTL_AT, option, value, 0L, 0L, 0L))
        != 0) {
      throw new IllegalStateException("prctl(" + name + ") failed");
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
   * A native call with exact types and the address as its first argument. Any other form, such as a
   * bound handle, generates more classes at the start.
   */
  private interface NativeCall {
    int run() throws Throwable;
  }

  /**
   * The calls that every start needs. prctl is not declared variadic: that would generate more
   * classes and, for integers on Linux, changes nothing.
   */
  private static final class Settings {
    static final MemorySegment PRCTL_AT = address("prctl");
    static final MemorySegment EXIT_AT = address("_exit");
    static final MethodHandle PRCTL =
        function(
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  /** The calls that only the end of a tool needs; creating each of them takes time. */
  private static final class Endings {
    static final MemorySegment KILL_AT = address("kill");
    static final MethodHandle KILL = function(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    static final MemorySegment WAITPID_AT = address("waitpid");
    static final MethodHandle WAITPID =
        function(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  }
}
