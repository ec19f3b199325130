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
    MethodHandle kill = Endings.KILL;
    int unused = call(() -> (int) kill.invokeExact((int) pid, signal));
  }

  /**
   * Takes the exit status of a child that has ended, so that it leaves the process table. Must not
   * be used for children that the JDK started: it waits for those itself.
   *
   * @return whether the child has left
   */
  public static boolean reap(long pid) {
    MethodHandle waitpid = Endings.WAITPID;
    return call(() -> (int) waitpid.invokeExact((int) pid, MemorySegment.NULL, WNOHANG)) != 0;
  }

  private static void prctl(int option, long value, String name) {
    if (call(() -> (int) Settings.PRCTL.invokeExact(option, value, 0L, 0L, 0L)) != 0) {
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

  @SuppressWarnings("restricted") // this program is started with --enable-native-access
  private static MethodHandle function(
      String name, FunctionDescriptor type, Linker.Option... options) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
  }

  /** Calls a function with exactly its types: anything else makes dozens of classes at start. */
  private interface NativeCall {
    int run() throws Throwable;
  }

  /** What every start needs. */
  private static final class Settings {
    static final MethodHandle PRCTL =
        function(
            "prctl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
  }

  /** What is needed only once a tool is to end: each of them takes time to be made. */
  private static final class Endings {
    static final MethodHandle KILL =
        function("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    static final MethodHandle WAITPID =
        function("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  }
}
