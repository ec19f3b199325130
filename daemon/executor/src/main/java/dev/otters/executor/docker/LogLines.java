package dev.otters.executor.docker;

import dev.otters.executor.LogLine;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Joins the pieces that the engine sends to lines. The first piece of a line starts with a time and
 * a space. A piece without a line end continues with the next piece of the same stream and time.
 * Engine 20 omits the line end of lines that came in pieces, so there a later time ends the line.
 */
final class LogLines {
  private static final int LONGEST = 64 * 1024;

  private final Instant since;
  private final Consumer<LogLine> sink;
  private final Map<LogLine.Stream, Part> parts = new EnumMap<>(LogLine.Stream.class);
  private final Map<LogLine.Stream, Instant> before = new EnumMap<>(LogLine.Stream.class);
  private final Map<LogLine.Stream, Instant> passed = new EnumMap<>(LogLine.Stream.class);

  private record Part(Instant at, ByteArrayOutputStream bytes) {}

  /**
   * Creates a joiner.
   *
   * @param since only later lines are passed on
   */
  LogLines(Instant since, Consumer<LogLine> sink) {
    this.since = since;
    this.sink = sink;
  }

  void piece(LogLine.Stream stream, byte[] bytes) {
    int space = indexOfSpace(bytes);
    Instant at = time(bytes, space);
    int start = at.equals(Instant.EPOCH) ? 0 : space + 1;
    Part open = parts.get(stream);
    if (open != null && at.isAfter(open.at()) && !at.isAfter(Instant.now())) {
      flush(stream);
    }
    Part part = parts.computeIfAbsent(stream, _ -> new Part(at, new ByteArrayOutputStream()));
    boolean whole = bytes.length > start && bytes[bytes.length - 1] == '\n';
    part.bytes().write(bytes, start, bytes.length - start - (whole ? 1 : 0));
    if (whole || part.bytes().size() >= LONGEST) {
      flush(stream);
    }
  }

  /** Passes on the lines without an end. */
  void end() {
    for (LogLine.Stream stream : LogLine.Stream.values()) {
      flush(stream);
    }
  }

  /** Skips the lines that were passed on before, since the same output follows again. */
  void skipKnown() {
    before.putAll(passed);
  }

  private void flush(LogLine.Stream stream) {
    Part part = parts.remove(stream);
    if (part != null && part.at().isAfter(before.getOrDefault(stream, since))) {
      passed.put(stream, part.at());
      String text = part.bytes().toString(StandardCharsets.UTF_8);
      sink.accept(new LogLine(part.at(), stream, text));
    }
  }

  private static int indexOfSpace(byte[] bytes) {
    int i = 0;
    while (i < bytes.length && bytes[i] != ' ') {
      i++;
    }
    return i;
  }

  private static Instant time(byte[] bytes, int end) {
    try {
      return Instant.parse(new String(bytes, 0, end, StandardCharsets.US_ASCII));
    } catch (DateTimeParseException _) {
      return Instant.EPOCH;
    }
  }
}
