package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/budgets.md. */
@Tag("docker")
class DocumentedBudgetsTest extends VendorPage {
  @Override
  void prepare() throws IOException {
    otters.with("AGENT", otters.agentWithShell("frugal", "work/small").toString());
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    int count = DocumentedCommands.of("docs/budgets.md").run(otters);

    assertThat(count).isGreaterThan(10);
  }
}
