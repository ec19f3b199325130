package dev.otters.executor.system;

import dev.otters.executor.testkit.ExecContract;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapExecTest extends ExecContract {
  BubblewrapExecTest() {
    super(SystemFixture.FIXTURE);
  }
}
