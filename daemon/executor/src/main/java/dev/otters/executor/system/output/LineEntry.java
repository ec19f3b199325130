package dev.otters.executor.system.output;

import dev.otters.executor.LogLine;
import dev.otters.executor.system.output.RawOutput.Position;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A line in a file: time, stream, position in the stream, text.
 *
 * @param nanos nanoseconds since the epoch
 * @param end the position in the stream after the line
 * @param text the bytes of the line, one per character
 * @param line false for an entry that only records a position
 */
public record LineEntry(
    long nanos, LogLine.Stream stream, Position end, String text, boolean line) {
  private static final int FIELDS = 4;

  byte[] bytes() {
    String kind = (stream == LogLine.Stream.STDOUT ? "o" : "e") + (line ? "+" : "-");
    String entry =
        String.join(" ", "" + nanos, kind, end.piece() + ":" + end.offset(), text) + "\n";
    return entry.getBytes(StandardCharsets.ISO_8859_1);
  }

  LogLine toLine() {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    Instant at = Instant.ofEpochSecond(0, nanos);
    return new LogLine(at, stream, new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * The entries found in a block.
   *
   * @param length the length of all whole entries
   */
  record Found(List<LineEntry> entries, int length) {}

  /** Parses whole entries, and leaves out an incomplete one at the end. */
  static Found parse(byte[] bytes) {
    List<LineEntry> entries = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        entries.add(entry(new String(bytes, start, i - start, StandardCharsets.ISO_8859_1)));
        start = i + 1;
      }
    }
    return new Found(entries, start);
  }

  private static LineEntry entry(String text) {
    String[] fields = text.split(" ", FIELDS);
    String[] end = fields[2].split(":", -1);
    return new LineEntry(
        Long.parseLong(fields[0]),
        fields[1].startsWith("o") ? LogLine.Stream.STDOUT : LogLine.Stream.STDERR,
        new Position(Integer.parseInt(end[0]), Long.parseLong(end[1])),
        fields[3],
        fields[1].endsWith("+"));
  }
}
