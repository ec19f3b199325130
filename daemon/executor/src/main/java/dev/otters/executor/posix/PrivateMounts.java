package dev.otters.executor.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Gives one thread, and the processes that it starts, mounts that nobody else sees. Needs root.
 *
 * <p>The thread must be a platform thread and must end afterwards: it never gets the machine's own
 * mounts back.
 */
public final class PrivateMounts {
  private static final long NEW_MOUNTS = 0x20000;
  private static final long NO_SUID = 0x2;
  private static final long NO_DEVICES = 0x4;
  private static final long RECURSIVE = 0x4000;
  private static final long PRIVATE = 0x40000;
  private static final long SLAVE = 0x80000;

  private PrivateMounts() {}

  /**
   * Leaves the machine's mounts for a copy of them. What is unmounted on the machine goes here too;
   * what is mounted here stays here.
   */
  public static void enter() throws PosixException {
    Syscall.UNSHARE.call("mounts", NEW_MOUNTS, 0, 0, 0, 0);
    change(Path.of("/"), SLAVE);
  }

  /** Mounts a small empty file system, in which everybody may enter folders. */
  public static void mountEmpty(Path folder) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long type = text(arena, "tmpfs");
      long target = text(arena, folder.toString());
      long options = text(arena, "mode=0755,size=1m");
      Syscall.MOUNT.call(folder.toString(), type, target, type, NO_SUID | NO_DEVICES, options);
    }
    change(folder, PRIVATE);
  }

  /**
   * Mounts an open file or folder with all mounts below it, none of which takes part in mounts and
   * unmounts of the machine any more.
   *
   * @param source opened by this thread after {@link #enter}
   * @param target an existing file or folder
   */
  public static void bind(Fd source, Path target) throws PosixException {
    try (Fd copy = source.copyOfMounts()) {
      copy.attach(target);
    }
    change(target, PRIVATE);
  }

  private static void change(Path mount, long propagation) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      long none = 0;
      long target = text(arena, mount.toString());
      Syscall.MOUNT.call(mount.toString(), none, target, none, RECURSIVE | propagation, none);
    }
  }

  private static long text(Arena arena, String text) {
    MemorySegment segment = arena.allocateFrom(text);
    return segment.address();
  }
}
