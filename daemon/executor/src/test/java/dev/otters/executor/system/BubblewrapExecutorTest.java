package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.Conduct;
import dev.otters.executor.testkit.ExecutorContract;
import dev.otters.executor.testkit.Shell;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

@Tag("bubblewrap")
class BubblewrapExecutorTest extends ExecutorContract {
  @Override
  protected Executor open(UUID wanted) throws IOException {
    return SystemFixture.open(wanted, temp);
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return SystemFixture.runtime();
  }

  @Override
  protected List<String> command(Conduct conduct) {
    return Shell.command(conduct);
  }
}
