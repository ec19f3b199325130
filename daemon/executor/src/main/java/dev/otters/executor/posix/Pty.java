package dev.otters.executor.posix;

import dev.otters.executor.BlockOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The near end of a pseudo-terminal, where its screen and keyboard are. One thread reads and
 * closes; any may write.
 */
public final class Pty extends NearEnd {
  private static final long UNLOCK = 0x40045431;
  private static final long NUMBER = 0x80045430L;
  private static final long SET_SIZE = 0x5414;
  private static final long PAUSE_NANOS = 5_000_000;

  private final Path far;
  private boolean closed;

  private Pty(Fd near, Path far) {
    super(near);
    this.far = far;
  }

  /** Creates a pseudo-terminal. */
  public static Pty open() throws PosixException {
    Fd near = Fd.openTerminal();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocate(ValueLayout.JAVA_INT);
      Syscall.IOCTL.call("a terminal", near.number(), UNLOCK, value.address(), 0, 0);
      Syscall.IOCTL.call("a terminal", near.number(), NUMBER, value.address(), 0, 0);
      return new Pty(near, Path.of("/dev/pts", "" + value.get(ValueLayout.JAVA_INT, 0)));
    } catch (PosixException e) {
      near.close();
      throw e;
    }
  }

  @Override
  public Path far() {
    return far;
  }

  /** Changes the size, and signals the programs in the foreground. Does nothing once closed. */
  public synchronized void resize(int rows, int columns) throws PosixException {
    if (closed) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(8, 2);
      size.set(ValueLayout.JAVA_SHORT, 0, (short) rows);
      size.set(ValueLayout.JAVA_SHORT, 2, (short) columns);
      Syscall.IOCTL.call("a terminal", near.number(), SET_SIZE, size.address(), 0, 0);
    }
  }

  /** Returns the input. Writing waits while programs do not read, and fails once closed. */
  public OutputStream input() {
    return new BlockOutputStream() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
          int some = send(bytes, offset + done, length - done);
          if (some == 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
          }
          done += some;
        }
      }
    };
  }

  private synchronized int send(byte[] bytes, int offset, int length) throws IOException {
    if (closed) {
      throw new IOException("the terminal is closed");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(length);
      MemorySegment.copy(bytes, offset, buffer, ValueLayout.JAVA_BYTE, 0, length);
      return (int) Syscall.WRITE.call("a terminal", near.number(), buffer.address(), length, 0, 0);
    } catch (PosixException e) {
      if (e.is(Errno.EAGAIN)) {
        return 0;
      }
      throw e;
    }
  }

  /** Closes the terminal, which hangs up the programs that use it. */
  @Override
  public synchronized void close() {
    closed = true;
    near.close();
  }
}
