package dev.otters.executor.docker;

import dev.otters.executor.testkit.HostileMounts;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class HostileMountsTest extends HostileMounts {
  HostileMountsTest() {
    super(DockerFixture.FIXTURE);
  }
}
