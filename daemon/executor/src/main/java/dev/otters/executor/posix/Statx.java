package dev.otters.executor.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;

/** The layout of the kernel's {@code struct statx}, which is the same on all processors. */
final class Statx {
  static final long SIZE = 256;
  private static final int BASIC = 0x7ff;
  private static final int MOUNT_ID = 0x1000;
  static final long WANTED = BASIC | MOUNT_ID;

  private Statx() {}

  static FileStat read(MemorySegment s) {
    boolean hasMountId = (integer(s, 0) & MOUNT_ID) != 0;
    FileStat.FileId id = new FileStat.FileId(integer(s, 136), integer(s, 140), number(s, 32));
    int mode = Short.toUnsignedInt(s.get(ValueLayout.JAVA_SHORT, 28));
    return FileStat.ofMode(
        mode, integer(s, 20), integer(s, 24), id, hasMountId ? number(s, 144) : -1);
  }

  static FileMark mark(MemorySegment s) {
    return new FileMark(read(s), number(s, 40), time(s, 112), time(s, 96));
  }

  private static Instant time(MemorySegment s, long offset) {
    return Instant.ofEpochSecond(number(s, offset), integer(s, offset + 8));
  }

  private static int integer(MemorySegment s, long offset) {
    return s.get(ValueLayout.JAVA_INT, offset);
  }

  private static long number(MemorySegment s, long offset) {
    return s.get(ValueLayout.JAVA_LONG, offset);
  }
}
