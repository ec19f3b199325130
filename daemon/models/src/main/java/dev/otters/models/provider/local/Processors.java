package dev.otters.models.provider.local;

import java.lang.management.ManagementFactory;

/**
 * Chooses the number of computing threads. They wait for each other many times for each token: on a
 * busy machine, two threads were ten times slower than one.
 */
final class Processors {
  private static final int MOST = 8;
  private static final int CROWDED = 2;

  private Processors() {}

  static int room() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return room(Runtime.getRuntime().availableProcessors(), load);
  }

  /**
   * Returns the number of threads.
   *
   * @param load the load average; negative if unknown
   */
  static int room(int processors, double load) {
    boolean crowded = load > CROWDED * processors;
    return Math.clamp(crowded ? processors / CROWDED : processors, 1, MOST);
  }
}
