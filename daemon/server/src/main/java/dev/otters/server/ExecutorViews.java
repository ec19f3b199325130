package dev.otters.server;

import dev.otters.agents.engine.Chosen;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.api.Problem;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.server.problem.Problems;
import java.util.List;
import java.util.Optional;

/**
 * The views of all executors, each asked for its state.
 *
 * @param standard the default executor, empty if none is usable
 * @param missing the reason why none is usable
 * @param all the executors, usable or not
 */
record ExecutorViews(
    Optional<ExecutorView> standard, Optional<Problem> missing, List<ExecutorOption> all) {
  static ExecutorViews of(Executors executors) {
    try {
      Chosen chosen = executors.standard();
      ExecutorView view = view(chosen.info(), chosen.because() + origin(chosen.info()));
      return new ExecutorViews(
          Optional.of(view),
          Optional.empty(),
          executors.kinds().stream()
              .map(
                  kind ->
                      kind == chosen.kind()
                          ? new ExecutorOption(kind.toString(), true, view, null)
                          : other(executors, kind))
              .toList());
    } catch (ExecutorException e) {
      return new ExecutorViews(
          Optional.empty(),
          Optional.of(Problems.of(e)),
          executors.kinds().stream().map(kind -> other(executors, kind)).toList());
    }
  }

  private static ExecutorOption other(Executors executors, ExecutorKind kind) {
    try {
      ExecutorInfo info = executors.of(kind).info();
      ExecutorView view = view(info, info.chosenBecause());
      return new ExecutorOption(kind.toString(), false, view, null);
    } catch (ExecutorException e) {
      return new ExecutorOption(kind.toString(), false, null, Problems.of(e));
    }
  }

  private static String origin(ExecutorInfo info) {
    return info.chosenBecause().isEmpty() ? "" : " (" + info.chosenBecause() + ")";
  }

  private static ExecutorView view(ExecutorInfo info, String reason) {
    return new ExecutorView(
        info.kind(),
        info.engineVersion(),
        info.apiVersion(),
        info.endpoint(),
        reason,
        info.limitations().stream().map(l -> l.name() + ": " + l.detail()).toList(),
        info.warnings());
  }
}
