package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/budgets.md. */
@Tag("docker")
class DocumentedBudgetsTest {
  private FakeVendor vendor;
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    otters = Otters.fresh().with("BASE", vendor.base());
    otters.with("AGENT", otters.agentWithShell("frugal", "work/small").toString());
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    vendor.close();
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    int count = DocumentedCommands.of("docs/budgets.md").run(otters);

    assertThat(count).isGreaterThan(10);
  }
}
