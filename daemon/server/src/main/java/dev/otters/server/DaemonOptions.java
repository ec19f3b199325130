package dev.otters.server;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.executor.Executor;
import dev.otters.executor.docker.DockerExecutor;
import dev.otters.executor.docker.DockerHome;
import dev.otters.executor.system.PlainExecutor;
import dev.otters.executor.system.SystemExecutor;
import dev.otters.executor.system.SystemHome;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.home.Home;
import dev.otters.home.time.Time;
import dev.otters.oci.store.OciStore;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The options of a daemon.
 *
 * @param home the home folder
 * @param distribution the folder of the installation, with {@code images/} and {@code scripts/};
 *     empty if there is none
 * @param environment the environment of the process
 * @param userHome the home folder of the daemon's user
 * @param executor the default executor; empty uses that of the environment, then that of the
 *     configuration
 * @param openers open executors at their first use
 * @param backoff the delays of restarts
 * @param time the clock, which the daemon does not close
 * @param steps receives every step of every creation and start
 */
record DaemonOptions(
    Path home,
    Optional<Path> distribution,
    Map<String, String> environment,
    Path userHome,
    Optional<String> executor,
    Map<ExecutorKind, Opener> openers,
    RestartBackoff backoff,
    Time time,
    StepListener steps) {
  /** Opens executors. */
  @FunctionalInterface
  interface Opener {
    /** Opens an executor. Throws {@link dev.otters.executor.ExecutorException}. */
    Executor open(ExecutorHome home);
  }

  /**
   * The parts of the daemon that executors use.
   *
   * @param home the home folder
   * @param id the home's id
   * @param store the source of images
   */
  record ExecutorHome(Home home, UUID id, OciStore store) {
    private SystemHome systemHome() {
      return new SystemHome(id, home.folder());
    }

    private UnpackedImages images() {
      return new UnpackedImages(home.unpacked(), store);
    }
  }

  static DaemonOptions standard(
      Path home,
      Optional<Path> distribution,
      Map<String, String> environment,
      Path userHome,
      Optional<String> executor,
      Time time) {
    return new DaemonOptions(
        home,
        distribution,
        environment,
        userHome,
        executor,
        openers(environment, userHome),
        RestartBackoff.standard(),
        time,
        StepListener.NONE);
  }

  private static Map<ExecutorKind, Opener> openers(Map<String, String> environment, Path userHome) {
    return Map.of(
        ExecutorKind.DOCKER,
        base ->
            DockerExecutor.open(
                new DockerHome(base.id(), base.home().folder(), base.home().unpacked()),
                base.store(),
                environment,
                userHome),
        ExecutorKind.SYSTEM,
        base -> SystemExecutor.open(base.systemHome(), base.images(), environment),
        ExecutorKind.UNSANDBOXED,
        base -> PlainExecutor.open(base.systemHome(), base.images()));
  }
}
