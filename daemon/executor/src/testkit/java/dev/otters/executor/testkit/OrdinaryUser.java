package dev.otters.executor.testkit;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a piece of a test as an ordinary user. Root becomes {@link #UID} on one thread, which the
 * kernel allows and libc does not.
 */
public final class OrdinaryUser {
  /** The user that root becomes. */
  public static final int UID = 64_999;

  /** A piece of a test. */
  public interface Piece {
    void run() throws Exception;
  }

  private OrdinaryUser() {}

  /** Returns whether the tests run as root. */
  public static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** Runs the piece, and throws what it throws. */
  public static void run(Piece piece) throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    drop();
                    piece.run();
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                });
    thread.join();
    switch (failure.get()) {
      case null -> {}
      case Error error -> throw error;
      case Exception exception -> throw exception;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  @SuppressWarnings("restricted")
  private static void drop() throws Throwable {
    if (!isRoot()) {
      return;
    }
    ValueLayout.OfLong word = ValueLayout.JAVA_LONG;
    Linker linker = Linker.nativeLinker();
    MethodHandle syscall =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("syscall"),
            FunctionDescriptor.of(word, word, word, word, word),
            Linker.Option.firstVariadicArg(1));
    boolean arm = System.getProperty("os.arch").equals("aarch64");
    long setgroups = (long) syscall.invokeExact(arm ? 159L : 116L, 0L, 0L, 0L);
    long setresgid =
        (long) syscall.invokeExact(arm ? 149L : 119L, (long) UID, (long) UID, (long) UID);
    long setresuid =
        (long) syscall.invokeExact(arm ? 147L : 117L, (long) UID, (long) UID, (long) UID);
    if (setgroups != 0 || setresgid != 0 || setresuid != 0) {
      throw new IllegalStateException("cannot become uid " + UID);
    }
  }
}
