package dev.otters.agents.deaths;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/reliability.md with the numbers of the last full run, and these with the corpus.
 */
class DeathsPageTest {
  private final Results results = new Results(Path.of(System.getProperty("otters.root", "")));

  @Test
  void thePageHasTheNumbersOfTheLastRun() throws IOException {
    assertThat(results.shown()).isEqualTo(Results.section(results.numbers()));
  }

  @Test
  void theLastRunHadEveryScenario() throws IOException {
    List<String> scenarios = Arrays.stream(Scenario.values()).map(Scenario::title).toList();
    assertThat(results.numbers().stream().map(Tally::name)).containsExactlyElementsOf(scenarios);
  }

  @Test
  void theLastRunFoundNothing() throws IOException {
    Tally all = Tally.sum(results.numbers());
    assertThat(all.deaths()).isGreaterThanOrEqualTo(10_000);
    assertThat(all.kills()).isGreaterThanOrEqualTo(1_000);
    assertThat(all.summary())
        .endsWith("0 lost messages, 0 repeated effects, 0 repeated answers, 0 different outcomes");
  }
}
