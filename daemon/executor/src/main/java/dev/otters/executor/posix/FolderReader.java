package dev.otters.executor.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the entries of an open folder in batches of limited size. */
public final class FolderReader {
  private static final int BATCH = 32 * 1024;
  private static final int HEADER = 19;

  private final int number;
  private final String label;

  FolderReader(int number, String label) {
    this.number = number;
    this.label = label;
  }

  /**
   * An entry of a folder.
   *
   * @param folder whether it is a folder; empty when the file system does not tell
   */
  public record Entry(Name name, Optional<Boolean> folder) {}

  /** Returns to the first entry. */
  public void rewind() throws PosixException {
    Syscall.LSEEK.call(label, number, 0, 0, 0, 0);
  }

  /** Returns the next entries without {@code .} and {@code ..}; empty at the end. */
  public List<Entry> next() throws PosixException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment buffer = arena.allocate(BATCH, 8);
      while (true) {
        long read = Syscall.GETDENTS64.call(label, number, buffer.address(), BATCH, 0, 0);
        List<Entry> entries = parse(buffer.asSlice(0, read));
        if (read == 0 || !entries.isEmpty()) {
          return entries;
        }
      }
    }
  }

  private static List<Entry> parse(MemorySegment buffer) {
    List<Entry> entries = new ArrayList<>();
    long at = 0;
    while (at < buffer.byteSize()) {
      int length = Short.toUnsignedInt(buffer.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + 16));
      Name name = name(buffer.asSlice(at + HEADER, length - HEADER));
      if (!name.isDots()) {
        entries.add(new Entry(name, folder(buffer.get(ValueLayout.JAVA_BYTE, at + 18))));
      }
      at += length;
    }
    return entries;
  }

  private static Name name(MemorySegment text) {
    int end = 0;
    while (text.get(ValueLayout.JAVA_BYTE, end) != 0) {
      end++;
    }
    return new Name(text.asSlice(0, end).toArray(ValueLayout.JAVA_BYTE));
  }

  private static Optional<Boolean> folder(byte type) {
    return type == 0 ? Optional.empty() : Optional.of(type == 4);
  }
}
