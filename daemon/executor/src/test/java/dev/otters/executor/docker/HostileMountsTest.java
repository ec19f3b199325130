package dev.otters.executor.docker;

import dev.otters.executor.testkit.HostileMounts;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("podman")
class HostileMountsTest extends HostileMounts {
  HostileMountsTest() {
    super(DockerFixture.FIXTURE);
  }
}
