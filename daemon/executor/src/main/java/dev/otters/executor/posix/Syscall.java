package dev.otters.executor.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * The kernel calls in use, with their numbers on both processors. Calls the kernel through libc's
 * {@code syscall}.
 */
enum Syscall {
  CAPSET("capset", 126, 91),
  CLOSE("close", 3, 57),
  FCHMODAT("fchmodat", 268, 53),
  FCHOWNAT("fchownat", 260, 54),
  FSYNC("fsync", 74, 82),
  GETDENTS64("getdents64", 217, 61),
  GETEUID("geteuid", 107, 175),
  IOCTL("ioctl", 16, 29),
  KILL("kill", 62, 129),
  LINKAT("linkat", 265, 37),
  LSEEK("lseek", 8, 62),
  MKDIRAT("mkdirat", 258, 34),
  MOUNT("mount", 165, 40),
  MOUNT_SETATTR("mount_setattr", 442, 442),
  MOVE_MOUNT("move_mount", 429, 429),
  OPENAT2("openat2", 437, 437),
  OPEN_TREE("open_tree", 428, 428),
  PIDFD_OPEN("pidfd_open", 434, 434),
  PIDFD_SEND_SIGNAL("pidfd_send_signal", 424, 424),
  PIPE2("pipe2", 293, 59),
  PPOLL("ppoll", 271, 73),
  READ("read", 0, 63),
  READLINKAT("readlinkat", 267, 78),
  RENAMEAT2("renameat2", 316, 276),
  SETFSGID("setfsgid", 123, 152),
  SETFSUID("setfsuid", 122, 151),
  SETGROUPS("setgroups", 116, 159),
  STATX("statx", 332, 291),
  SYMLINKAT("symlinkat", 266, 36),
  SYNCFS("syncfs", 306, 267),
  UMOUNT2("umount2", 166, 39),
  UNLINKAT("unlinkat", 263, 35),
  UNSHARE("unshare", 272, 97),
  UTIMENSAT("utimensat", 280, 88),
  WRITE("write", 1, 64);

  private final String label;
  private final int amd64;
  private final int arm64;

  Syscall(String label, int amd64, int arm64) {
    this.label = label;
    this.amd64 = amd64;
    this.arm64 = arm64;
  }

  /**
   * Makes the call, and repeats it after an interrupting signal.
   *
   * @param subject the file or process for the message of a failure
   * @return the kernel's result, never negative
   */
  long call(String subject, long a, long b, long c, long d, long e) throws PosixException {
    while (true) {
      long result;
      int errno;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment state = arena.allocate(Native.STATE);
        result = (long) Native.SYSCALL.invokeExact(state, number(), a, b, c, d, e);
        errno = (int) Native.ERRNO.get(state, 0L);
      } catch (Throwable t) {
        throw new IllegalStateException("cannot call " + label, t);
      }
      if (result >= 0) {
        return result;
      }
      if (errno != Errno.EINTR.number()) {
        throw new PosixException(label, subject, errno);
      }
    }
  }

  /** Returns whether the kernel runs on aarch64, whose open flags differ. */
  static boolean onArm() {
    return Native.ARM;
  }

  private long number() {
    return onArm() ? arm64 : amd64;
  }

  /**
   * Holds the native handles. Loaded at the first call, so that other machines can load the enum.
   */
  private static final class Native {
    static final boolean ARM = isArm();
    static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    static final MethodHandle SYSCALL = handle();

    private static boolean isArm() {
      String system = System.getProperty("os.name");
      String processor = System.getProperty("os.arch");
      boolean arm = processor.equals("aarch64");
      if (!system.equals("Linux") || !(arm || processor.equals("amd64"))) {
        throw new UnsupportedOperationException(
            "sandboxes need Linux on x86_64 or aarch64, but this is %s on %s"
                .formatted(system, processor));
      }
      return arm;
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle() {
      ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
      Linker linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("syscall"),
          FunctionDescriptor.of(word, word, word, word, word, word, word),
          Linker.Option.firstVariadicArg(1),
          Linker.Option.captureCallState("errno"));
    }
  }
}
