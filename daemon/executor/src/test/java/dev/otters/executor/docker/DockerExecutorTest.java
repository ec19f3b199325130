package dev.otters.executor.docker;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.Conduct;
import dev.otters.executor.testkit.ExecutorContract;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
class DockerExecutorTest extends ExecutorContract {
  @Override
  protected Executor open(UUID wanted) {
    return DockerFixture.open(wanted, temp);
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return DockerFixture.runtime();
  }

  @Override
  protected List<String> command(Conduct conduct) {
    return DockerFixture.command(conduct);
  }
}
