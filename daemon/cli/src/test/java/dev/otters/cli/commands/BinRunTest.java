package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinRunTest extends CommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-x jq:1",
        "--timeout 10 jq:1",
        "--timeout soon jq:1",
        "--memory much jq:1",
        "--network host jq:1",
        "-e =1 jq:1",
        "-v /nowhere jq:1"
      })
  void aWrongCommandLineIsRefusedBeforeTheDaemonIsAsked(String words) {
    Bench.Run run = bench.run(("bin run " + words).strip().split(" "));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("See 'otters bin run --help'.");
    assertThat(daemon.requests()).isEmpty();
  }
}
