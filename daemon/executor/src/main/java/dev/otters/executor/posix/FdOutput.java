package dev.otters.executor.posix;

import dev.otters.executor.BlockOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/** Writes to an open file. */
final class FdOutput extends BlockOutputStream {
  private static final int CHUNK = 1 << 16;

  private final int number;
  private final String label;

  FdOutput(int number, String label) {
    this.number = number;
    this.label = label;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws PosixException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(Math.clamp(length, 1, CHUNK));
      int done = 0;
      while (done < length) {
        int some = Math.min(length - done, CHUNK);
        MemorySegment.copy(bytes, offset + done, buffer, ValueLayout.JAVA_BYTE, 0, some);
        done += (int) Syscall.WRITE.call(label, number, buffer.address(), some, 0, 0);
      }
    }
  }
}
