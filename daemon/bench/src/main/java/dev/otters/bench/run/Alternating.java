package dev.otters.bench.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times whole runs of several commands. The commands take turns, so that a busy moment of the
 * machine affects all of them.
 */
public record Alternating(Programs programs) {
  private static final int TURNS = 4;
  private static final int WARM_UPS = 2;
  private static final int RUNS = 8;

  /**
   * Runs each command {@code TURNS × RUNS} times, after a few runs to warm up.
   *
   * @param commands the commands by name
   * @return the milliseconds of each run, by name
   */
  public Map<String, List<Double>> time(Map<String, List<String>> commands) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (int turn = 0; turn < TURNS; turn++) {
      commands.forEach(
          (name, command) -> {
            List<Double> all = times.computeIfAbsent(name, _ -> new ArrayList<>());
            for (int run = -WARM_UPS; run < RUNS; run++) {
              double millis = programs.run(command).millis();
              if (run >= 0) {
                all.add(millis);
              }
            }
          });
    }
    return times;
  }
}
