package dev.otters.executor.posix;

import dev.otters.executor.SandboxUser;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Runs work on files with the rights of a user, and with no capability.
 *
 * <p>Linux gives each thread a user and capabilities of its own. A root's process gives the thread
 * the user's, so that the kernel decides what it may read and write, and who owns what it creates.
 * The thread cannot get its rights back, and ends with the work. An ordinary user's process cannot
 * change its user, and does not.
 */
public final class UserThread {
  /** Version 3 of the kernel's capability sets, which has two words for each set. */
  private static final int CAPABILITIES = 0x20080522;

  private static final long UNCHANGED = -1;

  private UserThread() {}

  /**
   * Starts work. It must not need classes, files or programs that the user cannot read.
   *
   * @return the result of the work
   */
  public static <T> CompletableFuture<T> start(String name, SandboxUser user, Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(
            () -> {
              try {
                if (Caller.uid() == 0) {
                  become(user);
                }
                result.complete(work.call());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  private static void become(SandboxUser user) throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment groups = arena.allocateFrom(ValueLayout.JAVA_INT, user.gid());
      // libc's functions would change all threads.
      Syscall.SETGROUPS.call("this thread", 1, groups.address(), 0, 0, 0);
      switchTo(Syscall.SETFSGID, user.gid());
      switchTo(Syscall.SETFSUID, user.uid());
      MemorySegment thread = arena.allocateFrom(ValueLayout.JAVA_INT, CAPABILITIES, 0);
      MemorySegment none = arena.allocate(2 * 3 * ValueLayout.JAVA_INT.byteSize(), 4);
      Syscall.CAPSET.call("this thread", thread.address(), none.address(), 0, 0, 0);
    }
  }

  /** These calls never fail: they return the id from before, also when it has not changed. */
  private static void switchTo(Syscall call, int id) throws PosixException {
    call.call("this thread", id, 0, 0, 0, 0);
    long now = call.call("this thread", UNCHANGED, 0, 0, 0, 0);
    if (now != id) {
      throw new IllegalStateException("the thread cannot act as user " + id);
    }
  }
}
