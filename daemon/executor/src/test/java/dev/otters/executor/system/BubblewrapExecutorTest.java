package dev.otters.executor.system;

import dev.otters.executor.testkit.ExecutorContract;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapExecutorTest extends ExecutorContract {
  BubblewrapExecutorTest() {
    super(SystemFixture.FIXTURE);
  }
}
