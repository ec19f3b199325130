package dev.otters.api.system;

import dev.otters.api.Absent;
import dev.otters.api.Problem;
import dev.otters.api.image.Pin;
import dev.otters.api.model.ProviderView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is what {@code otters info} shows of the daemon.
 *
 * @param tcp the loopback address, null when it does not listen there
 * @param executor the one of agents whose operator names none; null when there is none
 * @param executorProblem why there is none, null when there is one
 * @param executors all that there are, usable or not
 * @param warnings what the operator should know
 */
public record InfoView(
    VersionView version,
    String home,
    String socket,
    @Nullable String tcp,
    long pid,
    Instant startedAt,
    String platform,
    @Nullable ExecutorView executor,
    @Nullable Problem executorProblem,
    List<ExecutorOption> executors,
    int agentsRunning,
    int agentsTotal,
    int images,
    int bins,
    Pin runtime,
    List<ProviderView> providers,
    List<String> warnings) {
  /** Fills in what an answer left out. */
  public InfoView {
    executors = Absent.list(executors);
    providers = Absent.list(providers);
    warnings = Absent.list(warnings);
  }
}
