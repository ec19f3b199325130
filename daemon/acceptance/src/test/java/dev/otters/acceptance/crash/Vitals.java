package dev.otters.acceptance.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** What the daemon and its home used over a soak, and whether it grew without bound. */
final class Vitals {
  static final long KIB = 1024;
  static final long MIB = 1024 * KIB;

  private static final double GROWTH = 1.3;
  private static final int FEWEST = 8;

  /** Of fewer prompts, a restart costs more of the disk than they do. */
  private static final int ENOUGH_PROMPTS = 100;

  /**
   * A measurement.
   *
   * @param prompts the number of messages and wakes so far
   * @param daemon the id of the daemon's process
   * @param memory the resident memory of the daemon, in bytes
   * @param files its open files
   * @param database the size of the database, in bytes
   * @param wal the size of the database's write-ahead log, in bytes
   * @param home the size of all files of the home, in bytes
   */
  record Sample(
      long prompts, long daemon, long memory, long files, long database, long wal, long home) {}

  private final List<Sample> samples = new ArrayList<>();

  void add(Sample sample) {
    samples.add(sample);
  }

  /**
   * Returns what grew without bound: of memory, files and WAL, if the maximum of the last quarter
   * is much above that of the third, in which the same daemon ran; of database and home, if a
   * prompt costs much more in the last quarter than in the second. A few samples or prompts show
   * nothing.
   */
  List<String> violations() {
    if (samples.size() < FEWEST) {
      return List.of();
    }
    List<String> found = new ArrayList<>();
    long daemons =
        samples.subList(half() + 1, samples.size()).stream().map(Sample::daemon).distinct().count();
    if (daemons > 1) {
      found.add("the daemon ended by itself");
    }
    bounded(found, "the daemon's memory", Sample::memory, 32 * MIB);
    bounded(found, "the number of open files", Sample::files, 16);
    bounded(found, "the write-ahead log", Sample::wal, 8 * MIB);
    proportional(found, "the database", Sample::database);
    proportional(found, "the home", Sample::home);
    return found;
  }

  private int half() {
    return samples.size() / 2;
  }

  private List<Sample> quarter(int number) {
    return samples.subList(samples.size() * (number - 1) / 4, samples.size() * number / 4);
  }

  private void bounded(
      List<String> found, String what, ToLongFunction<Sample> size, long constant) {
    long before = quarter(3).stream().mapToLong(size).max().orElseThrow();
    long last = quarter(4).stream().mapToLong(size).max().orElseThrow();
    if (last > GROWTH * before + constant) {
      found.add("%s grew from %d to %d in the last quarter".formatted(what, before, last));
    }
  }

  private void proportional(List<String> found, String what, ToLongFunction<Sample> size) {
    if (prompts(quarter(2)) < ENOUGH_PROMPTS || prompts(quarter(4)) < ENOUGH_PROMPTS) {
      return;
    }
    double before = perPrompt(quarter(2), size);
    double last = perPrompt(quarter(4), size);
    if (last > GROWTH * before + 8 * KIB) {
      found.add("%s grew by %.0f bytes a prompt, then by %.0f".formatted(what, before, last));
    }
  }

  private static double perPrompt(List<Sample> part, ToLongFunction<Sample> size) {
    Sample first = part.getFirst();
    Sample last = part.getLast();
    return (double) (size.applyAsLong(last) - size.applyAsLong(first)) / prompts(part);
  }

  private static long prompts(List<Sample> part) {
    return part.getLast().prompts() - part.getFirst().prompts();
  }

  /** Returns one line about all samples. */
  String summary() {
    Sample last = samples.getLast();
    return "RSS max %d MiB, files max %d, database %d MiB (%d KiB a prompt), WAL max %d MiB, home %d MiB"
        .formatted(
            max(Sample::memory) / MIB,
            max(Sample::files),
            last.database() / MIB,
            last.database() / KIB / Math.max(1, last.prompts()),
            max(Sample::wal) / MIB,
            last.home() / MIB);
  }

  private long max(ToLongFunction<Sample> size) {
    return samples.stream().mapToLong(size).max().orElse(0);
  }
}
