package dev.otters.executor.docker;

import dev.otters.executor.testkit.EntryContract;
import org.junit.jupiter.api.Tag;

@Tag("docker")
@Tag("engine20")
@Tag("podman")
class DockerEntryTest extends EntryContract {
  DockerEntryTest() {
    super(DockerFixture.FIXTURE);
  }
}
