package dev.otters.executor.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * Gives one thread, and the processes that it starts, mounts of their own. Needs root.
 *
 * <p>The thread must be a platform thread and must end afterwards: it cannot return to the
 * machine's mounts.
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
   * Leaves the machine's mounts for a copy. The copy follows unmounts on the machine; mounts in the
   * copy stay there.
   */
  public static void enter() throws PosixException {
    Syscall.UNSHARE.call("mounts", NEW_MOUNTS, 0, 0, 0, 0);
    change(Path.of("/"), SLAVE);
  }

  /** Mounts a small empty file system whose folders every user may enter. */
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
   * Mounts an open file or folder with all mounts below it, which no longer follow mounts and
   * unmounts on the machine.
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

  /**
   * Mounts an open file or folder as {@link #bind(Fd, Path)} does, with other owners.
   *
   * @param owners the map of the owners
   */
  public static void bind(Fd source, Path target, OwnerMap owners) throws IOException {
    MappedMounts.attach(source, target, owners);
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
