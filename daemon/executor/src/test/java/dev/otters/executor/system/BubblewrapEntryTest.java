package dev.otters.executor.system;

import dev.otters.executor.testkit.EntryContract;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapEntryTest extends EntryContract {
  BubblewrapEntryTest() {
    super(SystemFixture.FIXTURE);
  }
}
