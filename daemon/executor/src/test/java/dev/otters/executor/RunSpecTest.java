package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.executor.testkit.Specs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunSpecTest {
  private static final SandboxKey RUN = SandboxKey.ofToolRun(UUID.randomUUID());
  private static final Duration TIME = Duration.ofSeconds(1);

  private static RunSpec run(List<String> command, Map<String, String> environment) {
    return Specs.run(Specs.withCommand(Specs.example(), command), RUN, environment, TIME);
  }

  @Test
  void aRunIsNoAgentAndTakesTime() {
    SandboxSpec agent = Specs.example();
    assertThatIllegalArgumentException().isThrownBy(() -> new RunSpec(agent, Map.of(), TIME));
    for (Duration none : List.of(Duration.ZERO, Duration.ofNanos(-1))) {
      assertThatIllegalArgumentException().isThrownBy(() -> Specs.run(agent, RUN, Map.of(), none));
    }
  }

  @Test
  void aProgramThatTheKernelCannotStartIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> run(List.of("/a", "b\0c"), Map.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> run(List.of("/a"), Map.of("KEY", "b\0c")));
  }

  @Test
  void itsVariablesReplaceThoseOfTheSandboxAndNameNoSocket() {
    RunSpec run = run(List.of("/a"), Map.of("PATH", "/mine", "KEY", "b"));

    assertThat(run.variables())
        .containsEntry("PATH", "/mine")
        .containsEntry("KEY", "b")
        .doesNotContainKey(SandboxBaseline.SOCKET_VARIABLE)
        .containsKeys("HOME");
  }
}
