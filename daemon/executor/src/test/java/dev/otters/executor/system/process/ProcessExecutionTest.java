package dev.otters.executor.system.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Pause;
import dev.otters.executor.testkit.ExecOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessExecutionTest {
  private static Execution start(String script, ExecOutput said) throws IOException {
    ExecSpec spec = new ExecSpec(List.of("sh"), Map.of(), "/", Optional.empty());
    return ProcessExecution.start(
        spec,
        said,
        _ -> new ProcessBuilder("/bin/sh", "-c", script),
        ProcessBuilder::start,
        Optional::of);
  }

  private static long readers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches("exec-(out|err)"))
        .count();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sleep 60",
        "while sleep 0.01; do echo more; done",
        "trap '' PIPE; i=0; while [ $i -lt 3000000 ]; do echo more || exit; i=$((i+1)); done"
      })
  @Timeout(20)
  void aProcessThatIsLeftBehindDelaysNobody(String left) throws Exception {
    ExecOutput said = new ExecOutput();
    try (Execution program = start("echo out; echo err >&2; { " + left + "; } & exit 3", said)) {
      assertThat(program.await()).isEqualTo(3);
    }
    assertThat(said.out()).contains("out\n");
    assertThat(said.err()).contains("err\n");
    assertThat(Pause.until(Duration.ofSeconds(5), () -> readers() == 0)).isTrue();
  }

  @Test
  @Timeout(20)
  void allOutputOfTheProgramArrives() throws Exception {
    ExecOutput said = new ExecOutput();
    try (Execution program = start("head -c 3000000 /dev/zero; sleep 60 & exit 0", said)) {
      assertThat(program.await()).isZero();
    }
    assertThat(said.out()).hasSize(3_000_000);
  }
}
