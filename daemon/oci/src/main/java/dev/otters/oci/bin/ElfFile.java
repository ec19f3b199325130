package dev.otters.oci.bin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads the program headers of an ELF file. Damaged parts count as absent.
 *
 * @see <a href="https://gabi.xinuos.com/elf/07-pheader.html">ELF, program header</a>
 */
final class ElfFile {
  private static final int LOAD = 1;
  private static final int DYNAMIC = 2;
  private static final int INTERPRETER = 3;
  private static final int NEEDED = 1;
  private static final int STRINGS = 5;
  private static final int RPATH = 15;
  private static final int RUNPATH = 29;
  private static final int LONGEST_PATH = 4096;
  private static final int MOST_HEADERS = 256;
  private static final int MOST_ENTRIES = 4096;
  private static final int MOST_LIBRARIES = 256;

  private final ByteBuffer file;
  private final boolean wide;
  private final int machine;
  private final List<Segment> segments = new ArrayList<>();

  private record Segment(int type, long offset, long address, long size) {}

  /**
   * Reads the headers.
   *
   * @param file the file, or its start
   * @throws IndexOutOfBoundsException if the file ends within its first header
   */
  ElfFile(ByteBuffer file) {
    this.wide = file.get(4) == 2;
    this.file =
        file.duplicate().order(file.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    this.machine = Short.toUnsignedInt(this.file.getShort(0x12));
    long headers = word(wide ? 0x20 : 0x1c);
    int size = Short.toUnsignedInt(this.file.getShort(wide ? 0x36 : 0x2a));
    int count = Short.toUnsignedInt(this.file.getShort(wide ? 0x38 : 0x2c));
    int most = size == (wide ? 56 : 32) ? Math.min(count, MOST_HEADERS) : 0;
    for (long at = headers; at >= 0 && at <= file.limit() - size; at += size) {
      if (segments.size() == most) {
        break;
      }
      segments.add(segment((int) at));
    }
  }

  int machine() {
    return machine;
  }

  /** Returns the path of the dynamic loader; empty if there is none. */
  String loader() {
    for (Segment segment : segments) {
      if (segment.type == INTERPRETER) {
        boolean path =
            segment.size >= 2
                && segment.size <= LONGEST_PATH
                && segment.offset <= file.limit() - segment.size;
        String text = path ? text(segment.offset, segment.size - 1) : "";
        return text.startsWith("/") ? text : "";
      }
    }
    return "";
  }

  /** Returns the names of the first needed libraries, in their order. */
  List<String> libraries() {
    return texts(NEEDED, MOST_LIBRARIES).distinct().toList();
  }

  /** Returns the folders that the file names for its libraries; {@code $ORIGIN} is its own. */
  List<String> paths() {
    return Stream.concat(texts(RPATH, 1), texts(RUNPATH, 1))
        .flatMap(paths -> Stream.of(paths.split(":", MOST_LIBRARIES)))
        .filter(path -> !path.isEmpty())
        .toList();
  }

  private Stream<String> texts(int tag, int most) {
    long strings = entries(STRINGS, 1).stream().map(this::offset).findFirst().orElse(-1L);
    return strings < 0
        ? Stream.empty()
        : entries(tag, most).stream()
            .map(name -> text(strings + name, LONGEST_PATH))
            .filter(text -> !text.isEmpty());
  }

  /** Returns the values of the first {@code most} entries with a tag in the dynamic section. */
  private List<Long> entries(int tag, int most) {
    List<Long> values = new ArrayList<>();
    Optional<Segment> dynamic =
        segments.stream().filter(segment -> segment.type == DYNAMIC).findFirst();
    if (dynamic.isEmpty() || dynamic.get().offset < 0) {
      return values;
    }
    int half = wide ? 8 : 4;
    long end = Math.min(dynamic.get().size / half / 2, MOST_ENTRIES);
    for (long i = 0; i < end && values.size() < most; i++) {
      long at = dynamic.get().offset + i * 2 * half;
      if (at > file.limit() - 2L * half || word((int) at) == 0) {
        break;
      }
      if (word((int) at) == tag) {
        values.add(word((int) at + half));
      }
    }
    return values;
  }

  /** Returns the place in the file of an address in memory; -1 if it is not in the file. */
  private long offset(long address) {
    return segments.stream()
        .filter(part -> part.type == LOAD)
        .filter(part -> address >= part.address && address - part.address < part.size)
        .mapToLong(part -> part.offset + (address - part.address))
        .findFirst()
        .orElse(-1);
  }

  private Segment segment(int at) {
    return wide
        ? new Segment(file.getInt(at), word(at + 8), word(at + 0x10), word(at + 0x20))
        : new Segment(file.getInt(at), word(at + 4), word(at + 8), word(at + 0x10));
  }

  private long word(int at) {
    return wide ? file.getLong(at) : Integer.toUnsignedLong(file.getInt(at));
  }

  /** Returns the text from {@code from} to the next 0, of at most {@code length} bytes. */
  private String text(long from, long length) {
    if (from < 0 || from >= file.limit()) {
      return "";
    }
    int start = (int) from;
    int end = start;
    while (end < file.limit() && end - start < length && file.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - start];
    file.get(start, text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
