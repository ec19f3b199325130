package dev.otters.worker.tool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * An entry of the process table.
 *
 * @param state {@code Z} for an ended process that was not reaped
 * @param startTicks the start time in hundredths of a second since boot
 */
record ProcessEntry(long pid, long parent, char state, long startTicks) {
  private static final Path PROC = Path.of("/proc");
  private static final int START_FIELD = 19;

  /** Reads the whole table. Processes that end meanwhile may be missing. */
  static List<ProcessEntry> all() throws IOException {
    List<ProcessEntry> entries = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, "[1-9]*")) {
      for (Path folder : folders) {
        read(folder.resolve("stat")).ifPresent(entries::add);
      }
    }
    return entries;
  }

  /** Reads the entry of a process or thread; empty if it has ended. */
  static Optional<ProcessEntry> of(long pid) {
    return read(PROC.resolve(pid + "/stat"));
  }

  /** Reports whether this is a living thread of this process. */
  static boolean isOwnThread(long thread) {
    return Files.exists(PROC.resolve("self/task/" + thread));
  }

  /** Returns the current time on the clock of start times. */
  static long nowTicks() throws IOException {
    String uptime = Files.readString(PROC.resolve("uptime"));
    return (long) (Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) * 100);
  }

  /**
   * Returns the id of the newest process or thread, also if that has ended, and 0 if the kernel
   * does not tell. Source: proc_loadavg(5), the last field.
   */
  static long newest() throws IOException {
    String load = Files.readString(PROC.resolve("loadavg")).strip();
    String last = load.substring(load.lastIndexOf(' ') + 1);
    return last.chars().allMatch(Character::isDigit) && !last.isEmpty() ? Long.parseLong(last) : 0;
  }

  /** Reports whether a signal has stopped the process. */
  boolean isStopped() {
    return state == 'T';
  }

  boolean isAlive() {
    return state != 'Z' && state != 'X';
  }

  /**
   * Returns the process's initial environment, each variable ended by a null character. It is empty
   * for a process that has ended, is hidden, or is in the middle of an execve. The kernel ends a
   * text early if an execve comes between two reads of it.
   */
  String environment() {
    Path file = PROC.resolve(Long.toString(pid)).resolve("environ");
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return text.endsWith("\0") ? text : "";
    } catch (IOException endedOrHidden) {
      return "";
    }
  }

  /**
   * Returns whether the process shows no command line. A living process does so in the middle of an
   * execve only.
   */
  boolean isReplacingItself() {
    Path file = PROC.resolve(Long.toString(pid)).resolve("cmdline");
    try {
      return isAlive() && Files.readAllBytes(file).length == 0;
    } catch (IOException endedOrHidden) {
      return false;
    }
  }

  /** Returns a variable of the process's initial environment. */
  Optional<String> variable(String name) {
    return variable(environment(), name);
  }

  /** Returns a variable of what {@link #environment} returned. */
  static Optional<String> variable(String environment, String name) {
    String prefix = name + "=";
    for (StringTokenizer entries = new StringTokenizer(environment, "\0");
        entries.hasMoreTokens(); ) {
      String entry = entries.nextToken();
      if (entry.startsWith(prefix)) {
        return Optional.of(entry.substring(prefix.length()));
      }
    }
    return Optional.empty();
  }

  private static Optional<ProcessEntry> read(Path stat) {
    String line;
    try {
      line = Files.readString(stat, StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return Optional.empty();
    }
    return parse(line);
  }

  /** Parses a stat line. The name may contain anything, so the other fields are read after it. */
  static Optional<ProcessEntry> parse(String line) {
    int open = line.indexOf(" (");
    int close = line.lastIndexOf(") ");
    if (open < 0 || close < open) {
      return Optional.empty();
    }
    StringTokenizer fields = new StringTokenizer(line.substring(close + 2));
    List<String> values = new ArrayList<>();
    while (fields.hasMoreTokens() && values.size() <= START_FIELD) {
      values.add(fields.nextToken());
    }
    if (values.size() <= START_FIELD) {
      return Optional.empty();
    }
    return Optional.of(
        new ProcessEntry(
            Long.parseLong(line.substring(0, open)),
            Long.parseLong(values.get(1)),
            values.getFirst().charAt(0),
            Long.parseLong(values.get(START_FIELD))));
  }
}
