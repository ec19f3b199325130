package dev.otters.server;

import dev.otters.executor.Executor;
import dev.otters.executor.docker.DockerExecutor;
import dev.otters.executor.docker.DockerHome;
import dev.otters.oci.store.OciStore;
import dev.otters.server.agent.Backoff;
import dev.otters.server.agent.StepListener;
import dev.otters.server.time.Time;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Is what a daemon is started with.
 *
 * @param home the home folder
 * @param distribution where Otters is installed, with {@code images/} and {@code scripts/}; empty
 *     when it runs from elsewhere
 * @param environment the environment of the process
 * @param userHome the home folder of the daemon's user
 * @param executors opens the executor when it is first needed
 * @param backoff spaces out restarts
 * @param time tells the time; the daemon does not close it
 * @param steps hears of every step of every creation and start
 */
record DaemonOptions(
    Path home,
    Optional<Path> distribution,
    Map<String, String> environment,
    Path userHome,
    Executors executors,
    Backoff backoff,
    Time time,
    StepListener steps) {
  /** Opens executors. */
  interface Executors {
    /** Opens the executor of a home; throws {@link dev.otters.executor.ExecutorException}. */
    Executor open(DockerHome home, OciStore store);
  }

  static DaemonOptions standard(
      Path home,
      Optional<Path> distribution,
      Map<String, String> environment,
      Path userHome,
      Time time) {
    return new DaemonOptions(
        home,
        distribution,
        environment,
        userHome,
        (owner, store) -> DockerExecutor.open(owner, store, environment, userHome),
        Backoff.standard(),
        time,
        StepListener.NONE);
  }
}
