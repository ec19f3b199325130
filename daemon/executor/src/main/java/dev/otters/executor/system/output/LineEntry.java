package dev.otters.executor.system.output;

import dev.otters.executor.LogLine;
import dev.otters.executor.system.output.RawOutput.Position;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Is one line as it is kept: time, stream, how far the stream was read with it, text.
 *
 * @param nanos since the epoch
 * @param text its bytes, one per character
 * @param line whether it is one, and does not only say how far the stream was read
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
   * Holds what was found in bytes.
   *
   * @param length of the whole entries together
   */
  record Found(List<LineEntry> entries, int length) {}

  /** Reads whole entries; what comes after the last one is left. */
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
