package dev.otters.sessions.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cuts bytes into chunks at places that depend only on the bytes before them. Two texts with a
 * common part therefore have common chunks, wherever that part is.
 */
final class Chunks {
  private static final int SHORTEST = 128;
  private static final int LONGEST = 8 * 1024;

  /** A cut is where these bits of the rolling hash are 0: about every 640 bytes. */
  private static final long MASK = 0x1ffL << 40;

  private static final long[] GEAR = new SplittableRandom(20_260_101).longs(256).toArray();

  private Chunks() {}

  /** Returns the ends of the chunks, in ascending order. */
  static List<Integer> ends(byte[] bytes) {
    List<Integer> ends = new ArrayList<>();
    for (int start = 0; start < bytes.length; ) {
      start = end(bytes, start);
      ends.add(start);
    }
    return ends;
  }

  private static int end(byte[] bytes, int start) {
    int most = Math.min(bytes.length, start + LONGEST);
    long hash = 0;
    for (int at = start; at < most; at++) {
      hash = (hash << 1) + GEAR[bytes[at] & 0xff];
      if (at - start + 1 >= SHORTEST && (hash & MASK) == 0) {
        return at + 1;
      }
    }
    return most;
  }
}
