package dev.otters.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids that this machine has assigned to users, to groups and, as subordinate ranges, to user
 * namespaces.
 */
public final class ReservedIds {
  private static final Logger LOG = LoggerFactory.getLogger(ReservedIds.class);
  private static final int LARGEST_FILE = 4 * 1024 * 1024;

  private final List<Range> ranges;

  private ReservedIds(List<Range> ranges) {
    this.ranges = ranges;
  }

  private record Range(long first, long count) {
    boolean holds(long id) {
      return id >= first && id - first < count;
    }
  }

  /**
   * Reads the ids from the files of a folder, usually {@code /etc}. Skips what it cannot read.
   *
   * @param etc the folder with {@code passwd}, {@code group}, {@code subuid} and {@code subgid}
   */
  public static ReservedIds read(Path etc) {
    List<Range> ranges = new ArrayList<>();
    for (String file : List.of("passwd", "group")) {
      for (String[] fields : lines(etc.resolve(file))) {
        add(ranges, fields, 2, "1");
      }
    }
    for (String file : List.of("subuid", "subgid")) {
      for (String[] fields : lines(etc.resolve(file))) {
        add(ranges, fields, 1, fields.length > 2 ? fields[2] : "");
      }
    }
    return new ReservedIds(ranges);
  }

  private static List<String[]> lines(Path file) {
    try (var in = Files.newInputStream(file)) {
      String text = new String(in.readNBytes(LARGEST_FILE), StandardCharsets.ISO_8859_1);
      return text.lines().map(line -> line.split(":", -1)).toList();
    } catch (IOException e) {
      LOG.debug("Cannot read {}", file, e);
      return List.of();
    }
  }

  private static void add(List<Range> ranges, String[] fields, int first, String count) {
    try {
      ranges.add(new Range(Long.parseLong(fields[first]), Long.parseLong(count.strip())));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      LOG.debug("Skipped a line without ids", e);
    }
  }

  /** Returns whether the id belongs to a user, a group or a subordinate range. */
  public boolean holds(int id) {
    return ranges.stream().anyMatch(range -> range.holds(id));
  }
}
