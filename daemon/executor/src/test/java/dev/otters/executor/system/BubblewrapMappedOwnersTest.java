package dev.otters.executor.system;

import dev.otters.executor.testkit.MappedOwners;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapMappedOwnersTest extends MappedOwners {
  BubblewrapMappedOwnersTest() {
    super(SystemFixture.FIXTURE);
  }
}
