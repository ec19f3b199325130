package dev.otters.bench.figure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** A file that is packed like a static program of this machine, and that does not compress. */
final class StaticProgram {
  private static final int HEADER = 64;

  private StaticProgram() {}

  /** Returns the bytes of an ELF header without segments, and random ones behind it. */
  static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    new Random(1).nextBytes(bytes);
    boolean arm = Agents.platform().endsWith("arm64");
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[HEADER]).rewind();
    header.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
    header.putShort(0x12, (short) (arm ? 183 : 62));
    header.putLong(0x20, HEADER);
    header.putShort(0x36, (short) 56);
    return bytes;
  }
}
