package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Formats a log line as {@code <time> <stream> <text>} and parses it. */
final class LogFormat {
  private static final int LONGEST_TEXT = 64 * 1024;
  private static final String CUT = " … (cut)";

  private LogFormat() {}

  static String write(LogLine line) {
    String text = line.text().replace('\n', ' ').replace('\r', ' ');
    if (text.length() > LONGEST_TEXT) {
      text = text.substring(0, LONGEST_TEXT) + CUT;
    }
    return line.time() + " " + line.stream() + " " + text + "\n";
  }

  /** Parses a line; empty if it is not one, such as the torn end of a file. */
  static Optional<LogLine> read(String line) {
    String[] parts = line.split(" ", 3);
    if (parts.length < 3) {
      return Optional.empty();
    }
    try {
      return Optional.of(new LogLine(Instant.parse(parts[0]), parts[1], parts[2]));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
