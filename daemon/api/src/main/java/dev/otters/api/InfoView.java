package dev.otters.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is what {@code otters info} shows of the daemon.
 *
 * @param tcp the loopback address, null when it does not listen there
 * @param executor null when none can be used
 * @param executorProblem why none can be used, null when one can
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
    int agentsRunning,
    int agentsTotal,
    int images,
    int bins,
    Pin runtime,
    List<ProviderView> providers,
    List<String> warnings) {
  /** Fills in what an answer left out. */
  public InfoView {
    providers = Absent.list(providers);
    warnings = Absent.list(warnings);
  }
}
