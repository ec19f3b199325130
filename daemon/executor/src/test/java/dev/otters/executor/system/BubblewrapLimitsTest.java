package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Subscription;
import dev.otters.executor.testkit.LimitsContract;
import dev.otters.executor.testkit.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("bubblewrap")
class BubblewrapLimitsTest extends LimitsContract {
  BubblewrapLimitsTest() {
    super(SystemFixture.FIXTURE);
  }

  @Test
  void keepsTheLastOfAFloodAndNoMore() throws IOException {
    run(
        "/bin/busybox yes 0123456789012345678901234567890123456789 | /bin/busybox head -n 1500000;"
            + " echo end");
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      if (executor.status(agent).orElseThrow().exit().isEmpty()) {
        recorder.awaitExit(agent);
      }
    }
    assertThat(texts()).endsWith("end").hasSizeGreaterThan(100_000);
    try (var files = Files.walk(BubblewrapTest.state(temp, home, agent))) {
      assertThat(files.mapToLong(file -> file.toFile().length()).sum()).isLessThan(100 * MIB);
    }
  }
}
