package dev.otters.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keeps the beginning and the end of a tool's output and counts the rest. Belongs to one thread at
 * a time.
 */
public final class HeadTail {
  private final byte[] head;
  private final byte[] tail;
  private long total;

  /** Creates a buffer for all of a stream up to a capacity. */
  public HeadTail(int capacity) {
    this.head = new byte[capacity / 2];
    this.tail = new byte[capacity - head.length];
  }

  /** Adds the first bytes of an array. */
  public void add(byte[] bytes, int length) {
    int taken = 0;
    if (total < head.length) {
      taken = (int) Math.min(length, head.length - total);
      System.arraycopy(bytes, 0, head, (int) total, taken);
      total += taken;
    }
    int skipped = Math.max(0, length - taken - tail.length);
    total += skipped;
    taken += skipped;
    while (taken < length) {
      int place = (int) ((total - head.length) % tail.length);
      int count = Math.min(length - taken, tail.length - place);
      System.arraycopy(bytes, taken, tail, place, count);
      taken += count;
      total += count;
    }
  }

  /** Returns the length of the stream so far, in bytes. */
  public long total() {
    return total;
  }

  /**
   * Returns the stream as text up to a limit plus the note, which replaces the omitted part.
   * Invalid UTF-8 becomes U+FFFD; NUL becomes ␀.
   *
   * @param note a text with one {@code %d} for the number of omitted bytes
   */
  public String shown(long limit, String note) {
    if (total <= Math.min(limit, (long) head.length + tail.length)) {
      return text(kept());
    }
    byte[] kept = kept();
    int part = (int) Math.min(limit, kept.length) / 2;
    byte[] first = Arrays.copyOf(kept, characterStart(kept, part, -1));
    byte[] last =
        Arrays.copyOfRange(kept, characterStart(kept, kept.length - part, 1), kept.length);
    long leftOut = total - first.length - last.length;
    return text(first) + "\n" + note.replace("%d", Long.toString(leftOut)) + "\n" + text(last);
  }

  /** Returns the kept bytes in order: the head and, after any gap, the tail. */
  private byte[] kept() {
    int inHead = (int) Math.min(total, head.length);
    long beyond = total - inHead;
    int inTail = (int) Math.min(beyond, tail.length);
    byte[] kept = Arrays.copyOf(head, inHead + inTail);
    int oldest = beyond <= tail.length ? 0 : (int) (beyond % tail.length);
    System.arraycopy(tail, oldest, kept, inHead, inTail - oldest);
    System.arraycopy(tail, 0, kept, inHead + inTail - oldest, oldest);
    return kept;
  }

  /** Moves a cut out of a UTF-8 character, by at most three bytes. */
  private static int characterStart(byte[] bytes, int cut, int direction) {
    int place = cut;
    for (int moved = 0; moved < 3 && place > 0 && place < bytes.length; moved++) {
      if ((bytes[place] & 0xC0) != 0x80) {
        return place;
      }
      place += direction;
    }
    return place;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).replace('\0', '␀');
  }
}
