package dev.otters.executor.docker;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.HostileMounts;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

@Tag("docker")
class HostileMountsTest extends HostileMounts {
  @Override
  protected Executor open() {
    return DockerFixture.open(home, temp);
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return DockerFixture.runtime();
  }
}
