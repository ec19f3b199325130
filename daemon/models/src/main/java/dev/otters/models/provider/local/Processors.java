package dev.otters.models.provider.local;

import java.lang.management.ManagementFactory;

/**
 * Decides how many threads compute. They wait for each other many times for each token: where other
 * programs hold the processors, two threads were seen to be ten times slower than one.
 */
final class Processors {
  private static final int MOST = 8;
  private static final int CROWDED = 2;

  private Processors() {}

  /** Returns how many threads this machine has room for now. */
  static int room() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return room(Runtime.getRuntime().availableProcessors(), load);
  }

  /**
   * Returns how many threads there is room for.
   *
   * @param load how many programs want a processor; negative where nobody can tell
   */
  static int room(int processors, double load) {
    boolean crowded = load > CROWDED * processors;
    return Math.clamp(crowded ? processors / CROWDED : processors, 1, MOST);
  }
}
