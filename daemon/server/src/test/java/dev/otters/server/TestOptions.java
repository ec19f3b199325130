package dev.otters.server;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Options of daemons without a distribution, on one engine and a clock that stands still. */
final class TestOptions {
  private TestOptions() {}

  static DaemonOptions of(
      Path home, Path userHome, Map<String, String> environment, DaemonOptions.Opener engine) {
    return new DaemonOptions(
        home,
        Optional.empty(),
        environment,
        userHome,
        Optional.empty(),
        Map.of(ExecutorKind.DOCKER, engine),
        RestartBackoff.standard(),
        new ManualTime(),
        StepListener.NONE);
  }
}
