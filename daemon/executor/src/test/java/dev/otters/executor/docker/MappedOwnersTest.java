package dev.otters.executor.docker;

import dev.otters.executor.testkit.MappedOwners;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("podman")
class MappedOwnersTest extends MappedOwners {
  MappedOwnersTest() {
    super(DockerFixture.FIXTURE);
  }
}
