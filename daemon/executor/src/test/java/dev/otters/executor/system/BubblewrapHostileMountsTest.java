package dev.otters.executor.system;

import dev.otters.executor.testkit.HostileMounts;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapHostileMountsTest extends HostileMounts {
  BubblewrapHostileMountsTest() {
    super(SystemFixture.FIXTURE);
  }
}
