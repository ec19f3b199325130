package dev.otters.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTest {
  @Test
  void anEventIsOneHarmlessLineWithItsTime() {
    List<String> lines = new ArrayList<>();

    new Log(lines::add).line("tool a\nb\u001B[31m\u202E done 🦦");

    assertThat(lines)
        .singleElement()
        .asString()
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z tool"
                + " a\uFFFDb\uFFFD\\[31m\uFFFD done 🦦");
  }

  @Test
  void aLongEventIsCut() {
    List<String> lines = new ArrayList<>();

    new Log(lines::add).line("x".repeat(100_000));

    assertThat(lines.getFirst()).hasSizeLessThan(2100).endsWith("…");
  }
}
