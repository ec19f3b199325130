package dev.otters.egress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The limit on the open files of this process. */
final class OpenFiles {
  /** The open files that the rest of the daemon may need. */
  static final int OTHERS = 512;

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern LINE = Pattern.compile("Max open files +([0-9]{1,9}) ");
  private static final int USUAL = 1_024;

  private OpenFiles() {}

  /** Returns the limit. If the machine does not say, returns what most have at least. */
  static int limit() {
    try {
      Matcher line = LINE.matcher(Files.readString(LIMITS));
      return line.find() ? Integer.parseInt(line.group(1)) : USUAL;
    } catch (IOException unreadable) {
      return USUAL;
    }
  }
}
