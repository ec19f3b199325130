package dev.otters.executor.docker;

import dev.otters.executor.testkit.LimitsContract;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class SandboxLimitsTest extends LimitsContract {
  SandboxLimitsTest() {
    super(DockerFixture.FIXTURE);
  }
}
