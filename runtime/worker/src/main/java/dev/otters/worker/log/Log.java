package dev.otters.worker.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/**
 * A log with one line per event. It never contains what people or models said, or the values of
 * variables. Names from outside are made safe for terminals. Thread-safe.
 */
public final class Log {
  private static final int MAX_CHARS = 2000;

  private final Consumer<String> sink;

  /** Creates a log that passes whole lines, without line feeds, to a sink. */
  public Log(Consumer<String> sink) {
    this.sink = sink;
  }

  /** Creates a log on standard error. */
  public static Log toStandardError() {
    OutputStream out = new FileOutputStream(FileDescriptor.err);
    return new Log(line -> write(out, line));
  }

  /** Writes a line that starts with the time. */
  public void line(String event) {
    sink.accept(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + harmless(event));
  }

  private static void write(OutputStream out, String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException lost) {
      // There is nowhere else to report to, and a runtime without a log is useless.
      throw new UncheckedIOException("cannot write to standard error", lost);
    }
  }

  private static String harmless(String text) {
    String shown = text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) + "…" : text;
    StringBuilder line = new StringBuilder(shown.length());
    shown
        .codePoints()
        .map(point -> Character.isISOControl(point) || isInvisible(point) ? '\uFFFD' : point)
        .forEach(line::appendCodePoint);
    return line.toString();
  }

  private static boolean isInvisible(int point) {
    return switch (Character.getType(point)) {
      case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }
}
