package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.HostileMounts;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapHostileMountsTest extends HostileMounts {
  @Override
  protected Executor open() throws IOException {
    return SystemFixture.open(home, temp);
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return SystemFixture.runtime();
  }
}
