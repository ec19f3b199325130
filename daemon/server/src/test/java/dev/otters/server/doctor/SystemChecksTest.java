package dev.otters.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.image.Pin;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorsView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.StockView;
import dev.otters.api.system.VersionView;
import dev.otters.http.Proxies;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemChecksTest {
  private static final Problem NO_ENGINE =
      problem("no usable container engine:\n  usual socket unix:///run/docker.sock: absent");

  private static Problem problem(String title) {
    return Problem.of(ErrorCode.EXECUTOR_UNREACHABLE, title, "Start one.");
  }

  private static List<CheckView> checks(Problem none, ExecutorOption... options) {
    InfoView info =
        new InfoView(
            new DaemonView(
                new VersionView("1", 1, 1, "25"), "/h", "/h/s", null, 1, Instant.EPOCH, "linux/x"),
            new ExecutorsView(null, none, List.of(options)),
            new StockView(0, 0, 0, 0, new Pin("otters/runtime:1", "sha256:1")),
            List.of(),
            List.of());
    return new SystemChecks(info, Proxies.NONE).run();
  }

  @Test
  void saysOnceWhyThereIsNoEngine() {
    List<CheckView> checks =
        checks(
            problem("nothing here can run a sandbox\n  " + NO_ENGINE.title().replace("\n", "\n  ")),
            new ExecutorOption("docker", false, null, NO_ENGINE),
            new ExecutorOption("unsandboxed", false, null, problem("the daemon runs as root")));

    assertThat(checks)
        .extracting(CheckView::name)
        .containsExactly("executor", "executor unsandboxed", "runtime");
  }
}
