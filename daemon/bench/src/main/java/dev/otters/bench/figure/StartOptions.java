package dev.otters.bench.figure;

import dev.otters.bench.run.OttersHome;
import dev.otters.bench.run.Workbench;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The options for starting agents that this release has.
 *
 * @param executor whether {@code otters run} has {@code --executor}
 * @param binMounts whether it has {@code --bin-mounts}
 */
record StartOptions(boolean executor, boolean binMounts) {
  /** Reads the options from the help of {@code otters run}. */
  static StartOptions of(OttersHome home) {
    String help = home.otters("run", "--help").out();
    return new StartOptions(help.contains("--executor"), help.contains("--bin-mounts"));
  }

  /** Returns why an agent cannot be started this way here; empty if it can. */
  Optional<String> obstacle(Start start, Workbench bench) {
    if (start.executor().equals("docker") && bench.engine().isEmpty()) {
      return Optional.of(Workbench.NO_ENGINE);
    }
    if (!start.executor().equals("docker") && !executor) {
      return Optional.of("this release has no other executor than docker");
    }
    if (start.executor().equals("docker") && start.mounts().equals("bind") && !binMounts) {
      return Optional.of("this release cannot be asked for binds");
    }
    return Optional.empty();
  }

  /** Returns the fields of the request that creates an agent. */
  Map<String, Object> request(Start start, String image, String name) {
    Map<String, Object> fields = new HashMap<>(Map.of("ref", image, "name", name, "pull", "never"));
    if (executor) {
      fields.put("executor", start.executor());
    }
    if (binMounts) {
      fields.put("binMounts", start.mounts());
    }
    return fields;
  }
}
