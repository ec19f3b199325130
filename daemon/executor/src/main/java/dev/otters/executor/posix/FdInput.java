package dev.otters.executor.posix;

import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads an open file. */
final class FdInput extends InputStream {
  private static final int CHUNK = 1 << 16;

  private final int number;
  private final String label;

  FdInput(int number, String label) {
    this.number = number;
    this.label = label;
  }

  @Override
  public int read() throws PosixException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws PosixException {
    if (length == 0) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      int most = Math.min(length, CHUNK);
      MemorySegment buffer = arena.allocate(most);
      int count = (int) Syscall.READ.call(label, number, buffer.address(), most, 0, 0);
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, bytes, offset, count);
      return count == 0 ? -1 : count;
    }
  }
}
