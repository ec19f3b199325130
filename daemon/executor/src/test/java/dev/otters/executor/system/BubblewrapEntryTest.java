package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.testkit.EntryContract;
import dev.otters.executor.testkit.ExecOutput;
import dev.otters.executor.testkit.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("bubblewrap")
class BubblewrapEntryTest extends EntryContract {
  BubblewrapEntryTest() {
    super(SystemFixture.FIXTURE);
  }

  /** The sandbox sees a copy of that process before the program runs. */
  @Test
  void theProcessThatEntersTheSandboxIsClosedToOthers() throws Exception {
    runUntilReady("echo ready; exec /bin/busybox sleep 600");
    ExecOutput said = new ExecOutput();
    List<String> script = Shell.script("echo begun; exec /bin/busybox sleep 600");
    ExecSpec spec = new ExecSpec(script, Map.of(), "/", Optional.empty());
    try (Execution _ = executor.exec(agent, spec, said)) {
      said.awaitOut("begun");
      List<ProcessHandle> entering =
          ProcessHandle.current()
              .children()
              .filter(child -> child.info().command().orElse("").endsWith("perl"))
              .toList();
      assertThat(entering).hasSize(1);
      Path files = Path.of("/proc", "" + entering.getFirst().pid(), "fd");
      assertThat(folders.user().uid()).isNotZero();
      assertThat(Files.getAttribute(files, "unix:uid")).isEqualTo(0);
    }
  }
}
