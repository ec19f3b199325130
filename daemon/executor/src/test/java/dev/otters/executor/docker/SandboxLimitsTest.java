package dev.otters.executor.docker;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.LimitsContract;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
class SandboxLimitsTest extends LimitsContract {
  @Override
  protected Executor open() {
    return DockerFixture.open(home, temp);
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return DockerFixture.runtime();
  }
}
