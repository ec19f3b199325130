package dev.otters.server.doctor;

import dev.otters.api.Problem;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import dev.otters.api.system.InfoView;
import dev.otters.http.Proxies;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks the executors and the runtime.
 *
 * @param info the state of the daemon
 * @param proxies the proxies for registries
 */
record SystemChecks(InfoView info, Proxies proxies) {
  List<CheckView> run() {
    List<CheckView> checks = new ArrayList<>();
    checks.add(executor());
    info.executors().executors().stream()
        .filter(other -> !other.chosen())
        .forEach(it -> others(it, checks));
    boolean present = info.stock().runtime().digest() != null;
    checks.add(
        present
            ? CheckView.ok("runtime", info.stock().runtime().ref())
            : CheckView.problem(
                "runtime",
                info.stock().runtime().ref() + " is not in the local store",
                "Install Otters with its images folder, then restart the daemon."));
    if (!proxies.shown().isEmpty()) {
      checks.add(CheckView.ok("proxy", String.join(", ", proxies.shown())));
    }
    return checks;
  }

  private static void others(ExecutorOption option, List<CheckView> checks) {
    Problem problem = option.problem();
    boolean said =
        problem != null && checks.stream().anyMatch(it -> says(it.text(), problem.title()));
    if (problem != null && !said) {
      checks.add(CheckView.note("executor " + option.kind(), problem.title(), problem.remedy()));
    }
  }

  /** Returns whether a text has all lines of another, however they are indented. */
  private static boolean says(String text, String other) {
    return other.lines().allMatch(line -> text.contains(line.strip()));
  }

  private CheckView executor() {
    ExecutorView executor = info.executors().executor();
    if (executor != null) {
      String version = executor.version().isEmpty() ? "" : " " + executor.version();
      return CheckView.ok("executor", executor.kind() + version + ": " + executor.reason());
    }
    Problem problem = info.executors().executorProblem();
    return problem == null
        ? CheckView.problem("executor", "no executor is usable", "See 'otters info'.")
        : CheckView.problem("executor", problem.title(), problem.remedy());
  }
}
