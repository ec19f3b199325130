package dev.otters.executor.mounts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The mounts that a process sees, in the kernel's order. */
record MountTable(List<Entry> entries) {
  private static final int ID = 0;
  private static final int POINT = 4;
  private static final int OPTIONS = 5;

  /**
   * A mount.
   *
   * @param point its path from the root that the process sees
   * @param readOnly whether it refuses writes
   */
  record Entry(long id, String point, boolean readOnly) {}

  static MountTable ofProcess(int pid) throws IOException {
    Path file = Path.of("/proc", Integer.toString(pid), "mountinfo");
    return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
  }

  static MountTable parse(String text) {
    return new MountTable(text.lines().filter(l -> !l.isBlank()).map(MountTable::entry).toList());
  }

  private static Entry entry(String line) {
    String[] fields = line.split(" ", -1);
    boolean readOnly = Set.of(fields[OPTIONS].split(",")).contains("ro");
    return new Entry(Long.parseLong(fields[ID]), unescape(fields[POINT]), readOnly);
  }

  /** Returns the mount that is visible at a path, which is the last one there. */
  Optional<Entry> at(String point) {
    return entries.stream().filter(e -> e.point().equals(point)).reduce((_, last) -> last);
  }

  /** Replaces the kernel's octal escapes, and decodes UTF-8. */
  private static String unescape(String field) {
    byte[] bytes = field.getBytes(StandardCharsets.ISO_8859_1);
    byte[] plain = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\\' && i + 3 < bytes.length) {
        plain[length++] = (byte) Integer.parseInt(field.substring(i + 1, i + 4), 8);
        i += 3;
      } else {
        plain[length++] = bytes[i];
      }
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }
}
